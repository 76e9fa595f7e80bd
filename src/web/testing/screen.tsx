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
import { QueryScope } from '../query-client.tsx'
import type { RouterOptions } from '../router.tsx'
import { type Answers, type FakeApi, fakeApi } from './fake-api.ts'
import { person, signIn } from './session.ts'

export type ScreenOptions = {
  /** The answers to the calls that the screen may make. */
  api?: Answers
  /** Who is signed in; `null` for nobody. */
  session?: { id: string } | null
  /** What this installation has otherwise. */
  app?: Partial<Pick<RouterOptions, 'providers' | 'passwordMinLength'>>
  /** The address that the screen stands at. Whatever leads away from it leads to an empty page. */
  route?: string
}

export type Screen = FakeApi & {
  router: AnyRouter
  /** Takes the screen away, as leaving the page does. */
  unmount: () => Promise<void>
}

/** Draws a component as a page of the app would hold it: with router, queries, API and whoever is signed in. */
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

/** React draws when it sees fit. Resolves once the page of the address stands, and what it did upon that is done. */
export async function isDrawn(router: AnyRouter): Promise<void> {
  await expect.poll(() => router.state.resolvedLocation).toBeDefined()
  await new Promise(requestAnimationFrame)
}

export const appOf = {
  appName: 'Folio',
  siteUrl: window.location.origin,
  providers: [],
  passwordMinLength: 8,
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
