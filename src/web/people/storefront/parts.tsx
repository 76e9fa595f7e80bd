import { writtenPart } from '../../ui/lazy-part.tsx'

/** The links to a person's other places. */
export const Links = writtenPart(async () => ({ default: (await import('./links.tsx')).Links }))

/** The products that stand first. */
export const Picks = writtenPart(async () => ({ default: (await import('./picks.tsx')).Picks }))

/** As high as a window, so that what is below stays out of sight. */
const waiting = () => <div className="min-h-dvh" />

export const ProductsTab = writtenPart(
  async () => ({ default: (await import('./products-tab.tsx')).ProductsTab }),
  waiting,
)

export const PopularTab = writtenPart(
  async () => ({ default: (await import('./popular-tab.tsx')).PopularTab }),
  waiting,
)

export const ListsTab = writtenPart(
  async () => ({ default: (await import('./lists-tab.tsx')).ListsTab }),
  waiting,
)

/** Loads them all: where the page is opened within the app they come with its data, and nothing moves. */
export const loadParts = (): Promise<unknown> =>
  Promise.all([Links, Picks, ProductsTab, PopularTab, ListsTab].map((part) => part.load()))
