/** Our codes of Amazon's shops. Apart from what is known of each, since addresses of pages name them. */
export const marketplaceCodes = [
  ...(['us', 'ca', 'mx', 'br', 'uk', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'se'] as const),
  ...(['be', 'ie', 'tr', 'ae', 'sa', 'eg', 'in', 'jp', 'sg', 'au', 'za'] as const),
]

export type Marketplace = (typeof marketplaceCodes)[number]
