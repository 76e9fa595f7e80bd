import type { FlagMeasure } from './contract.ts'

/** A day with fewer presses tells nothing. */
export const fewestPresses = 20
/** Days that are compared. */
export const comparedDays = 28
/** With fewer creators nobody can tell what is usual. */
export const fewestCreators = 10

/** What is compared of a creator's day. */
export type Measures = { presses_per_view: number; presses_per_network: number; largest_network: number }
/** A creator's medians over their days. */
export type Usual = Measures & { burst: number; days: number }
/** A creator's day that is judged. */
export type PressDay = {
  payee_id: string
  views: number
  presses: number
  networks: number
  largest: number
  burst: number
  burst_networks: number
}
type Finding = { payee_id: string; measure: FlagMeasure; value: number; usual: number; most: number }

/** So many spreads above the median of all creators stand out. */
const farSpreads = 6
/** A spread is taken to be no smaller than this: where all are alike, a little more is nothing yet. */
const leastSpread: Measures = { presses_per_view: 0.1, presses_per_network: 0.5, largest_network: 0.1 }
/** A burst stands out from so many times the creator's own median on, and if they have so many days. */
const farBurst = 10
const fewestOwnDays = 7

export const measuresOf = ({ views, presses, networks, largest }: PressDay): Measures => ({
  presses_per_view: presses / Math.max(views, 1),
  presses_per_network: presses / networks,
  largest_network: largest / presses,
})

const names = ['presses_per_view', 'presses_per_network', 'largest_network'] as const

/**
 * What stands out of creators' days beside the medians of all of them: a value more than six spreads (median absolute
 * deviations, scaled) above the median. One creator counts once, so that nobody's many days move what is usual. A burst
 * is compared with the creator's own, and stands out only if its presses come from few networks: who goes viral is no script.
 */
export function findingsOf(days: readonly PressDay[], usual: ReadonlyMap<string, Usual>): Finding[] {
  if (usual.size < fewestCreators) return []
  const all = [...usual.values()]
  const limits = new Map(names.map((name) => [name, limitOf(all, name)]))
  return days.flatMap((day) => {
    if (day.presses < fewestPresses) return []
    const { payee_id } = day
    const measures = measuresOf(day)
    const far: Finding[] = names.flatMap((measure) => {
      const limit = limits.get(measure)
      const value = measures[measure]
      return limit && value > limit.most ? [{ payee_id, measure, value, ...limit }] : []
    })
    const own = usual.get(payee_id)
    const mostEach = limits.get('presses_per_network')?.most ?? 0
    const isConcentrated = day.burst / day.burst_networks > mostEach
    if (!own || own.days < fewestOwnDays || day.burst < fewestPresses || !isConcentrated) return far
    const most = farBurst * own.burst
    if (day.burst <= most) return far
    return [...far, { payee_id, measure: 'burst', value: day.burst, usual: own.burst, most }]
  })
}

function limitOf(all: readonly Usual[], name: keyof Measures): { usual: number; most: number } {
  const values = all.map((one) => one[name])
  const usual = medianOf(values)
  // 1.4826 makes it the standard deviation of what is spread normally.
  const spread = 1.4826 * medianOf(values.map((value) => Math.abs(value - usual)))
  return { usual, most: usual + farSpreads * Math.max(spread, leastSpread[name]) }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
