/** '1 item', '5 items' (spec section 2, /my-folio). */
export const itemCount = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`

/** Of the Inbox: what is in it waits to be organized. */
export const inboxCount = (count: number): string =>
  count === 0 ? itemCount(0) : `${itemCount(count)} to organize`
