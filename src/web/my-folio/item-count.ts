/** '1 item', '5 items' (spec section 2, /my-folio). */
export const itemCount = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'item' : 'items'}`
