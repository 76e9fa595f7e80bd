import type { FlagMeasure } from './contract.ts'

/** A day with fewer presses is not judged. */
export const minPresses = 20
/** The number of days that are compared. */
export const comparedDays = 28
/** With fewer creators there is no usual value. */
export const minCreators = 10

/** The values of a creator's day that are compared. */
export type Measures = { presses_per_view: number; presses_per_network: number; largest_network: number }
/** A creator's medians over their days. */
export type Usual = Measures & { burst: number; days: number }
/** A creator's day to be judged. */
export type PressDay = {
  payee_id: string
  views: number
  presses: number
  networks: number
  largest: number
  burst: number
  burst_networks: number
}
type Finding = { payee_id: string; measure: FlagMeasure; value: number; usual: number; threshold: number }

/** How many spreads above the median of all creators are unusual. */
const farSpreads = 6
/** The minimum of a spread: if all creators are alike, a small difference is not unusual. */
const minSpread: Measures = { presses_per_view: 0.1, presses_per_network: 0.5, largest_network: 0.1 }
/** A burst is unusual from this many times the creator's own median on, if they have that many days. */
const farBurst = 10
const minOwnDays = 7

export const measuresOf = ({ views, presses, networks, largest }: PressDay): Measures => ({
  presses_per_view: presses / Math.max(views, 1),
  presses_per_network: presses / networks,
  largest_network: largest / presses,
})

const names = ['presses_per_view', 'presses_per_network', 'largest_network'] as const

/**
 * The unusual figures of creators' days: a value more than six spreads (scaled median absolute deviations) above the
 * median of all creators. Each creator counts once, so that many days of one do not move the median. A burst is
 * compared with the creator's own median, and is unusual only if its presses come from few networks: going viral is not
 * a script.
 */
export function findingsOf(days: readonly PressDay[], usual: ReadonlyMap<string, Usual>): Finding[] {
  if (usual.size < minCreators) return []
  const all = [...usual.values()]
  const limits = new Map(names.map((name) => [name, limitOf(all, name)]))
  return days.flatMap((day) => {
    if (day.presses < minPresses) return []
    const { payee_id } = day
    const measures = measuresOf(day)
    const far: Finding[] = names.flatMap((measure) => {
      const limit = limits.get(measure)
      const value = measures[measure]
      return limit && value > limit.threshold ? [{ payee_id, measure, value, ...limit }] : []
    })
    const own = usual.get(payee_id)
    const maxEach = limits.get('presses_per_network')?.threshold ?? 0
    const isConcentrated = day.burst / day.burst_networks > maxEach
    if (!own || own.days < minOwnDays || day.burst < minPresses || !isConcentrated) return far
    const threshold = farBurst * own.burst
    if (day.burst <= threshold) return far
    return [...far, { payee_id, measure: 'burst', value: day.burst, usual: own.burst, threshold }]
  })
}

function limitOf(all: readonly Usual[], name: keyof Measures): { usual: number; threshold: number } {
  const values = all.map((one) => one[name])
  const usual = medianOf(values)
  // 1.4826 scales it to the standard deviation of a normal distribution.
  const spread = 1.4826 * medianOf(values.map((value) => Math.abs(value - usual)))
  return { usual, threshold: usual + farSpreads * Math.max(spread, minSpread[name]) }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
