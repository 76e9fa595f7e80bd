/** One measured figure beside what is asked of it. */
export type Finding = {
  /** What was measured, in words. */
  what: string
  measured: string
  /** What is asked, such as `at least 0.40`; null where too little is measured to say. */
  target: string | null
  met: boolean | null
  /** The numbers behind the figure. */
  detail?: string
}

/** Why something could not be measured here, and what would help. */
export class CannotMeasure extends Error {
  override readonly name = 'CannotMeasure'
}

export function atLeast(least: number, value: number, format = fixed): Pick<Finding, 'target' | 'met'> {
  return { target: `at least ${format(least)}`, met: value >= least }
}

export function atMost(most: number, value: number, format = fixed): Pick<Finding, 'target' | 'met'> {
  return { target: `at most ${format(most)}`, met: value <= most }
}

/** The lines that show a finding, beside what an earlier run measured. */
export function describe({ what, measured, target, met, detail }: Finding, before?: string): string {
  const verdict = met === null ? 'no target' : `${target}: ${met ? 'met' : 'NOT MET'}`
  const lines = [`  ${what.padEnd(46)} ${measured.padStart(12)}   ${verdict}`]
  if (before !== undefined) lines.push(`before: ${before}${changeOf(before, measured)}`)
  if (detail) lines.push(detail)
  return lines.join('\n      ')
}

/** A change in words, where both are numbers: `, 1.04 of it`. */
function changeOf(before: string, after: string): string {
  const [from, to] = [before, after].map((text) => Number.parseFloat(text.replaceAll(',', '')))
  return from && to !== undefined && Number.isFinite(to) ? `, ${fixed(to / from)} of it` : ''
}

export const fixed = (value: number): string => value.toFixed(2)
export const times = (value: number): string => `${value.toFixed(1)} times`
export const whole = (value: number): string => Math.round(value).toLocaleString('en')
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
export const range = (values: number[], format = whole): string =>
  `${format(Math.min(...values))}–${format(Math.max(...values))}`

/** The middle value; of an even number of them, the lower of the two. */
export function median(values: number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
  if (middle === undefined) throw new RangeError('There is no median of nothing.')
  return middle
}

/**
 * How values taken at even steps grew once all was warm: the median of each third, and the last as a multiple of the
 * second. Medians, because the heap goes up and down as a saw does. Throws for fewer than three values.
 */
export function growthOf(values: number[]): { thirds: number[]; ratio: number } {
  const third = Math.floor(values.length / 3)
  const [first, second, last] = [0, 1, 2].map((n) => median(values.slice(n * third, (n + 1) * third))) as [
    number,
    number,
    number,
  ]
  return { thirds: [first, second, last], ratio: last / second }
}
