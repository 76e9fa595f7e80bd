/** A row of Fee-Earnings that counts: a purchase, or a return if its cents are negative. */
export type KeyRow = { order_item_id: string; day: string; sub_tag: string; cents: number }

/** How much a return took from a purchase. */
type Taking = { back: KeyRow; bought: KeyRow; cents: number }

/**
 * Which return took how much from which purchase, among all rows of a key that count (decision 24). A return takes
 * from purchases of its sub tag until its day, the latest first; then, if it has a sub tag, from purchases without
 * one.
 */
export function takingsOf(rows: KeyRow[]): Taking[] {
  const ordered = rows.toSorted(byTime)
  const left = new Map(ordered.map((row) => [row, Math.abs(row.cents)]))
  const takings: Taking[] = []
  const takeFrom = (some: KeyRow[]) => {
    // A stack: a purchase with nothing left is not looked at again.
    const stack: KeyRow[] = []
    for (const row of some) {
      if (row.cents >= 0) stack.push(row)
      else takeTop(row, stack)
    }
  }
  const takeTop = (back: KeyRow, stack: KeyRow[]) => {
    for (let bought = stack.at(-1); bought; bought = stack.at(-1)) {
      const cents = Math.min(left.get(back) ?? 0, left.get(bought) ?? 0)
      if (cents > 0) takings.push({ back, bought, cents })
      left.set(back, (left.get(back) ?? 0) - cents)
      left.set(bought, (left.get(bought) ?? 0) - cents)
      if (left.get(back) === 0) return
      stack.pop()
    }
  }
  for (const tag of new Set(ordered.map(({ sub_tag }) => sub_tag)))
    takeFrom(ordered.filter(({ sub_tag }) => sub_tag === tag))
  takeFrom(ordered.filter(({ sub_tag, cents }) => (sub_tag === '') === cents >= 0))
  return takings
}

/** By day; within a day purchases come first. */
const byTime = (a: KeyRow, b: KeyRow): number => {
  const [one, other] = [a, b].map(({ day, cents, order_item_id }) => `${day} ${cents < 0} ${order_item_id}`)
  return (one ?? '') < (other ?? '') ? -1 : 1
}
