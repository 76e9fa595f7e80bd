import { createRouter } from '@tanstack/react-router'
import './browser/first-to-hear.ts'
import type { Api } from './api/client.ts'
import { PageError, PagePending } from './app/default-pages.tsx'
import { routeTree } from './routeTree.gen.ts'

/** The page's files, known only to the server; the browser reuses the tags it finds. */
export type PageAssets = {
  stylesheets: string[]
  /** The modules to preload for these routes, the entry included. */
  preloads: (routeIds: string[]) => string[]
  script: { src: string } | { children: string }
}

export type RouterOptions = {
  api: Api
  appName: string
  siteUrl: string
  /** Other ways to sign in: `google`, `apple`. */
  providers: string[]
  /** The least number of characters of a new password at sign-up. */
  passwordMinLength: number
  /** Hosts of Amazon's short links that the operator has added. */
  shortHosts: string[]
  /** Whether the installed app opens without a network (docs/product/offline.md#turning-it-off). */
  opensOffline: boolean
  assets?: PageAssets
}

/** Creates a router: one for each page rendered on the server, one for the life of the browser's page. */
export function createAppRouter(context: RouterOptions) {
  return createRouter({
    routeTree,
    context,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // A page's data is asked for again when the page is opened again; meanwhile the data from before is shown.
    defaultStaleTime: 10_000,
    defaultPendingComponent: PagePending,
    // A tap is answered within 100 ms: by the page, or by its placeholder boxes, which go as soon as the page is there.
    defaultPendingMs: 60,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** Set when the product page is opened right after publishing (docs/product/product-page.md#after-creation). */
    fromCreation?: boolean
    /** Where a product page was opened from. */
    from?: string
    /** The address for the page's e-mail field, known from the page before. */
    email?: string | undefined
  }
}
