import { lazyRouteComponent } from '@tanstack/react-router'

type Matched = { match: { context: { appName: string; isAdmin?: boolean } } }

/** Loads the admin screens; other people's browsers never do. */
const loadScreens = () => import('./screens.ts')

type Screens = Awaited<ReturnType<typeof loadScreens>>

/**
 * An admin page: its head and its screen. The title is set in the browser alone, where the reader is known to be an
 * admin. Written once, since each route's words are part of every page's first load.
 */
export const adminScreen = (title: string, name: keyof Screens) => ({
  head: ({ match: { context } }: Matched) => ({
    meta: context.isAdmin ? [{ title: `${title} · ${context.appName}` }] : [],
  }),
  component: lazyRouteComponent(loadScreens, name),
})
