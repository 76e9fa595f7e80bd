import { oneOf, searchOf, text } from '../../app/search-of.ts'

/** The tabs of a storefront in their order; the first has no name in the address. */
export const storefrontTabs = ['products', 'popular', 'lists'] as const

export type StorefrontTab = (typeof storefrontTabs)[number]

/** The tab that an address names; the first where it names none. */
export const tabIn = (name: unknown): StorefrontTab =>
  storefrontTabs.find((tab) => tab === name) ?? 'products'

/** Category and text are read by the page itself (use-shown.ts): the server's HTML is the same for each. */
export const storefrontSearch = searchOf({ tab: oneOf('popular', 'lists'), category: text, q: text })
