/** The cache of what the signed-in person can see without a network (docs/product/offline.md#what-is-kept). */
export const keptCache = 'folio.kept'

/** Empties it. Browsers have caches on secure origins only. */
export const emptyKept = (): void => void globalThis.caches?.delete(keptCache).catch(() => {})

/** Where links wait that were pasted without a network (web/offline/waiting-links.ts). */
export const waitingLinksKey = 'folio.waiting-links'

/**
 * Which address of its push service the server knows, and who added it (docs/product/ways.md#messages-of-browsers). It
 * goes with their session.
 */
export const toldAddressKey = 'folio.told'
