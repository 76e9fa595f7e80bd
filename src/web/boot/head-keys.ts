/** The storage key of the session. Its presence alone distinguishes a signed-in person from a visitor. */
export const sessionStorageKey = 'folio.session'

/** The storage key of the mark that somebody has signed in with this browser. It stays after they sign out. */
export const knownStorageKey = 'folio.known'

/** Where the browser stores how products are listed, for the choices themselves and for head-script.ts. */
export const listingKeys = {
  view: 'folio.view',
  /** Which products the feed shows when it opens. */
  scope: 'folio.scope',
}

/**
 * The parts whose height is remembered: the people panel with its followed people and top creators, and the first steps
 * above the feed.
 */
export const rememberedParts = ['people', 'followed', 'top', 'steps'] as const

/** A part that only pages of one's own have: its height is remembered under the page's path. */
export const ownPart = 'own'

/**
 * The beginnings of a part's storage key and of the style property that head-script.ts sets from it; its name follows.
 */
export const heightKey = 'folio.height '
export const heightProperty = '--height-'
