import {
  type AnyRouter,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryScope } from '../api/query-client.tsx'
import type { RouterOptions } from '../router.tsx'
import { type Answers, type FakeApi, fakeApi } from './fake-api.ts'
import { person, signIn } from './session.ts'

export type ScreenOptions = {
  /** The answers to the calls that the screen may make. */
  api?: Answers
  /** Who is signed in; `null` for nobody. */
  session?: { id: string } | null
  /** Settings of the installation that differ from the defaults. */
  app?: Partial<Pick<RouterOptions, 'providers' | 'passwordMinLength' | 'shortHosts'>>
  /** The address of the screen. Every other address has an empty page. */
  route?: string
}

export type Screen = FakeApi & {
  router: AnyRouter
  /** Unmounts the screen, as leaving the page does. */
  unmount: () => Promise<void>
}

/** Renders a component as a page of the app: with router, queries, API and session. */
export async function renderScreen(ui: ReactNode, options: ScreenOptions = {}): Promise<Screen> {
  const { route = '/', session = person, api = {}, app = {} } = options
  const fake = fakeApi(api)
  await signIn(session)
  window.history.replaceState(null, '', route)
  const router = routerAround(ui, { ...appOf, ...app, api: fake.api })
  const { unmount } = await render(<RouterProvider router={router} />)
  await isDrawn(router)
  const leave = () => router.history.destroy()
  onTestFinished(leave)
  return { ...fake, router, unmount: () => unmount().then(leave) }
}

/** React renders asynchronously. Resolves once the page of the address is rendered and its effects are done. */
export async function isDrawn(router: AnyRouter): Promise<void> {
  await expect.poll(() => router.state.resolvedLocation).toBeDefined()
  await new Promise(requestAnimationFrame)
}

export const appOf = {
  appName: 'Folio',
  siteUrl: window.location.origin,
  providers: [],
  passwordMinLength: 8,
  shortHosts: [],
  opensOffline: false,
}

/** One page at the present address, and an empty one at every other. */
function routerAround(ui: ReactNode, context: RouterOptions): AnyRouter {
  const root = createRootRouteWithContext<RouterOptions>()({ component: Outlet })
  const parent = { getParentRoute: () => root }
  const here = createRoute({
    ...parent,
    path: window.location.pathname,
    component: () => <QueryScope>{ui}</QueryScope>,
  })
  const elsewhere = createRoute({ ...parent, path: '$' })
  return createRouter({ routeTree: root.addChildren([here, elsewhere]), context })
}
