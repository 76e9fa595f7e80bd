type Row = {
  /** The indexes of all parts, in the order in which they are drawn. */
  order: number[]
  /** How many of them fit. */
  fits: number
}

/** The space between two parts, in CSS pixels. */
const gapPx = 8

/**
 * What one row shows of parts with these widths: as many as fit, and the chosen one, which comes after the first where
 * it would not fit in its own place.
 */
export function foldRow(widths: readonly number[], roomPx: number, chosen: number): Row {
  const order = widths.map((_, index) => index)
  const fits = countFitting(widths, roomPx)
  if (chosen < fits || chosen === 0) return { order, fits }
  const [first = 0, ...rest] = order.filter((index) => index !== chosen)
  const moved = [first, chosen, ...rest]
  return {
    order: moved,
    fits: countFitting(
      moved.map((index) => widths[index] ?? 0),
      roomPx,
    ),
  }
}

function countFitting(widths: readonly number[], roomPx: number): number {
  let endPx = -gapPx
  const beyond = widths.findIndex((width) => {
    endPx += gapPx + width
    return endPx > roomPx
  })
  return beyond < 0 ? widths.length : beyond
}
