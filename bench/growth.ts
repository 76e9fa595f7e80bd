import { median } from './report.ts'

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
