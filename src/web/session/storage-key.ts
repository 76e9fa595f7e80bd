/** Where the browser keeps the session; its presence alone tells a signed-out visitor from the rest. */
export const sessionStorageKey = 'folio.session'
