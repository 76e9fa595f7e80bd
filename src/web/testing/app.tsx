import { Outlet, RouterProvider, rootRouteId } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { useArrivalFocus } from '../browser/arrival-focus.ts'
import { createAppRouter } from '../router.tsx'
import { type Answers, fakeApi, refused } from './fake-api.ts'
import { me } from './people.ts'
import { categories, earningsOf, historyPage, onePage, ownCategories } from './samples.ts'
import { appOf, isDrawn, type Screen, type ScreenOptions } from './screen.tsx'
import { person, sessionOf, signIn } from './session.ts'
import { answerWire, answerWireOtherwise } from './wire.ts'

type AppOptions = Pick<ScreenOptions, 'api' | 'session'>

/**
 * Renders the whole app at an address, with its own routes: for tests of route guards, searches in the address and
 * links between pages. The server's document around the pages is replaced by the test's own.
 */
export async function renderApp(address: string, options: AppOptions = {}): Promise<Screen> {
  const { session = person, api = {} } = options
  const fake = fakeApi({ ...nothingYet, ...api })
  await signIn(session)
  answerWire({ 'GET /auth/v1/passkeys': () => [] })
  answerWireOtherwise({ 'GET /auth/v1/user': () => sessionOf(session ?? person).user })
  window.history.replaceState(null, '', address)
  const router = createAppRouter({ ...appOf, api: fake.api })
  router.routesById[rootRouteId].update({ component: Pages })
  const { unmount } = await render(<RouterProvider router={router} />)
  await isDrawn(router)
  const leave = () => router.history.destroy()
  onTestFinished(leave)
  return { ...fake, router, unmount: () => unmount().then(leave) }
}

/** Replaces the root's own component, which renders a document. */
function Pages() {
  useArrivalFocus()
  return <Outlet />
}

/** The server's answers to a new person: everything is empty. */
const nothingYet: Answers = {
  'GET /api/v1/me': () => me,
  'GET /api/v1/categories': () => ({ items: categories }),
  'GET /api/v1/me/categories': () => ownCategories(),
  'GET /api/v1/admin/report-statuses': () => ({ items: [] }),
  'GET /api/v1/me/products': () => onePage([]),
  'GET /api/v1/feed': () => onePage([]),
  'GET /api/v1/feed/new': () => ({ count: 0 }),
  'GET /api/v1/me/following': () => ({ ...onePage([]), following_count: 0 }),
  'GET /functions/v1/people-top': () => ({ creators: [], count: 0 }),
  'GET /functions/v1/people-stats': () => ({ following_count: 0, followers_count: 0 }),
  // A link that is pointed at or focused preloads its page.
  'GET /api/v1/products/:ref': () => Promise.reject(refused('not_found')),
  'GET /api/v1/products/:ref/doorway': () => Promise.reject(refused('not_found')),
  'GET /api/v1/lists/:username/:slug': () => Promise.reject(refused('not_found')),
  'GET /api/v1/profiles/:username/lists': () => onePage([]),
  'GET /api/v1/profiles/:username': () => Promise.reject(refused('not_found')),
  'GET /api/v1/me/sessions': () => ({ items: [] }),
  'GET /api/v1/me/earnings': ({ query }) => earningsOf(query.period ?? 'M'),
  'GET /api/v1/me/fee': () => ({ fee_bps: 2_000, from: null, is_own: false, coming: [] }),
  'GET /api/v1/me/payout-details': () => ({
    ...{ current: null, coming: null, missing: 'details', is_lost: false, asks_password: true },
  }),
  'GET /api/v1/me/balance': () => ({
    ...{ posted: 0, pending: 0, paid: 0, held: 0, available: 0, minimum: 10, why_not_due: null },
    ...{ holds: [], coming: [] },
    next: { kind: 'nothing' as const, amount: 0, when: 'Nothing yet', why: null },
  }),
  'GET /api/v1/me/earning-months': () => ({ items: [], before: null, other: 0, posted: 0, pending: 0 }),
  'GET /api/v1/me/ledger': () => historyPage([]),
  'GET /api/v1/me/ledger/orders': () => historyPage([]),
  'GET /api/v1/me/orders/waiting': () => ({ ...onePage([]), sums: [] }),
}

/** The present path and query. */
export const addressOf = () => window.location.pathname + window.location.search
