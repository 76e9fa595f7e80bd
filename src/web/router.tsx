import { createRouter } from '@tanstack/react-router'
import './browser/first-to-hear.ts'
import { PageError, PagePending } from './app/default-pages.tsx'
import type { Api } from './client.ts'
import { routeTree } from './routeTree.gen.ts'

/** The page's files, known only to the server; the browser keeps the tags it finds. */
export type PageAssets = {
  stylesheets: string[]
  /** Modules to preload for these routes, entry included. */
  preloads: (routeIds: string[]) => string[]
  script: { src: string } | { children: string }
}

export type RouterOptions = {
  api: Api
  appName: string
  siteUrl: string
  /** Who else one may sign in with: `google`, `apple`. */
  providers: string[]
  /** Characters that a sign-up's password needs. */
  passwordMinLength: number
  assets?: PageAssets
}

/** One router: a new one for each page rendered on the server, one for the life of the browser's page. */
export function createAppRouter(context: RouterOptions) {
  return createRouter({
    routeTree,
    context,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // A page's data is asked for again when it is opened again; what is shown meanwhile is what was there.
    defaultStaleTime: 10_000,
    defaultPendingComponent: PagePending,
    // A tap is answered within 100 ms: by the page, or by the boxes of it. These may go as soon as it is there.
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
    /** Set when the product page is opened right after posting (docs/product/product-page.md#after-creation). */
    fromCreation?: boolean
    /** Where a product page was opened from. */
    from?: string
    /** The address for the e-mail field of the page, known from the page before. */
    email?: string | undefined
  }
}
