/** Days from the first, until before the end; without an end if that is null. */
export type Days = { from: string; until: string | null }

/** The days on which a change of a tracking id's end changes the creators of orders. */
export function changedDays(before: string | null, after: string | null): Days | null {
  if (before === after) return null
  if (before === null) return { from: `${after}`, until: null }
  if (after === null) return { from: before, until: null }
  return before < after ? { from: before, until: after } : { from: after, until: before }
}
