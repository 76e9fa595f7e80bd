/**
 * Where this browser remembers the address of its push service that the server knows, with the person who added it
 * (docs/product/ways.md#messages-of-browsers). It goes with their session.
 */
export const toldAddressKey = 'folio.told-address'
