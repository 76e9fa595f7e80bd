/** A place in a list of orders, the newest day first. The order's id breaks ties. */
export type OrderCursor = { orderDate: string; orderItemId: string }

/** Text of a cursor, safe in a URL whatever the id is made of. */
export const writeOrderCursor = ({ orderDate, orderItemId }: OrderCursor): string =>
  `${orderDate}_${encodeURIComponent(orderItemId)}`

/** Reads a cursor back; null if it is not one of ours. */
export function readOrderCursor(text: string): OrderCursor | null {
  const [, orderDate = '', encoded = ''] = /^(\d{4}-\d\d-\d\d)_(.+)$/.exec(text) ?? []
  const orderItemId = decoded(encoded)
  return isDay(orderDate) && orderItemId && !orderItemId.includes('\0') ? { orderDate, orderItemId } : null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** True for a day of the calendar, which February 30 is not. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
