const leads = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * The lines of a chart from the top: twice a round whole step, the step, and 0, so that `most` fits below the first.
 * `[40, 20, 0]` for 38, and `[2, 1, 0]` for 0.
 */
export function scaleFor(most: number): [top: number, middle: number, bottom: 0] {
  const step = stepsFrom(Math.max(1, most / 2)).next().value
  return [2 * step, step, 0]
}

/** The lines from the top where values may be negative, zero always among them: `[240, 120, 0, -120]`. */
export function linesFor(values: readonly number[]): number[] {
  const most = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  if (least === 0) return scaleFor(most)
  const steps = stepsFrom(Math.max(1, (most - least) / 3))
  for (;;) {
    const step = steps.next().value
    const above = Math.ceil(most / step)
    const below = Math.ceil(-least / step)
    if (above + below <= 3) return Array.from({ length: above + below + 1 }, (_, at) => (above - at) * step)
  }
}

/** Round whole numbers from `least` on, in rising order. */
function* stepsFrom(least: number): Generator<number, never> {
  for (let magnitude = 10 ** Math.floor(Math.log10(least)); ; magnitude *= 10)
    for (const lead of leads.slice(0, -1))
      if (lead * magnitude >= least && Number.isInteger(lead * magnitude)) yield lead * magnitude
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A count in few characters: '1,204' below ten thousand, then '12.4K', '3M'. */
export const shortCount = (count: number): string =>
  count < 10_000 ? count.toLocaleString('en-US') : compact.format(count)

/** One bar of a chart; the last one is the current. */
export type Bar = {
  /** Unique among the bars: identifies what it stands for. */
  key: string
  /** The few characters under it. */
  axis: string
  /** What it stands for in full: 'Sat, Nov 21'. */
  name: string
  value: number
  /** The bar's details, its value first: '38 people', '4 pressed Shop on Amazon'. */
  details: readonly string[]
}

/** A bar in one sentence, for screen readers. */
export const barText = ({ name, details }: Bar): string => `${name}: ${details.join(', ')}`
