/** The storage key of the session. Its presence alone distinguishes a signed-in person from a visitor. */
export const sessionStorageKey = 'folio.session'

/** The storage key of the mark that somebody has signed in with this browser. It stays after they sign out. */
export const knownStorageKey = 'folio.known'

/** Where the browser stores how products are listed, for the choices themselves and for head-script.ts. */
export const listingKeys = {
  view: 'folio.view',
  /** Whose products the feed shows when it is opened. */
  scope: 'folio.scope',
}

/**
 * The parts whose height is remembered: the people panel, in it followed people and top creators, and the first steps
 * above the feed.
 */
export const rememberedParts = ['people', 'followed', 'top', 'steps'] as const

/**
 * The storage key of a part's height, followed by its name; and the style property that head-script.ts sets from it.
 */
export const heightKey = 'folio.height '
export const heightProperty = '--height-'
