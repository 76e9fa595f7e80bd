/** Where the browser keeps the session; its presence alone tells a signed-out visitor from the rest. */
export const sessionStorageKey = 'folio.session'

/** Where the browser keeps how products are listed, for the choices themselves and for head-script.ts. */
export const listingKeys = {
  view: 'folio.view',
  /** Whose products the feed shows when it is opened. */
  scope: 'folio.scope',
  /** In the session's storage, followed by a history entry's key: what the feed shows there. */
  feedChoice: 'folio.feed ',
}

/** What has its height remembered: the people panel, and in it whom one follows and the top creators. */
export const rememberedParts = ['people', 'followed', 'top'] as const

/** Where the browser keeps a part's height, followed by its name; and the style property head-script.ts makes of it. */
export const heightKey = 'folio.height '
export const heightProperty = '--height-'
