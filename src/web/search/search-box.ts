const words = 'Search by product or tags'

/** What every box is that products are searched with (docs/product/feed.md#search). */
export const searchBox = {
  placeholder: words,
  'aria-label': words,
  maxLength: 200,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
