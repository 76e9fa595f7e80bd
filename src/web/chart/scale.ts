const leads = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * The lines of a chart from the top: twice a round whole step, the step, and 0, so that `most` fits below the first.
 * `[40, 20, 0]` for 38, and `[2, 1, 0]` for nothing at all.
 */
export function scaleFor(most: number): [top: number, middle: number, bottom: 0] {
  const half = Math.max(1, most / 2)
  const magnitude = 10 ** Math.floor(Math.log10(half))
  const steps = leads.map((lead) => lead * magnitude)
  const step = steps.find((value) => value >= half && Number.isInteger(value)) ?? 10 * magnitude
  return [2 * step, step, 0]
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A count where there is little room: '1,204' below ten thousand, then '12.4K', '3M'. */
export const shortCount = (count: number): string =>
  count < 10_000 ? count.toLocaleString('en-US') : compact.format(count)
