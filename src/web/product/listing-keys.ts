/** Where the browser keeps how products are listed, for the choices themselves and for head-script.ts. */
export const listingKeys = {
  view: 'folio.view',
  /** Whose products the feed shows when it is opened. */
  scope: 'folio.scope',
  /** In the session's storage, followed by a history entry's key: what the feed shows there. */
  feedChoice: 'folio.feed ',
}
