const words = 'Search by product or tags'

/** The input attributes that every product search shares (docs/product/feed.md#search). */
export const searchBox = {
  placeholder: words,
  'aria-label': words,
  maxLength: 200,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
