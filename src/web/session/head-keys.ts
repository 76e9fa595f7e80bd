/** What has its height remembered: the people panel, and in it whom one follows and the top creators. */
export const rememberedParts = ['people', 'followed', 'top'] as const

/** Where the browser keeps a part's height, followed by its name; and the style property head-script.ts makes of it. */
export const heightKey = 'folio.height '
export const heightProperty = '--height-'
