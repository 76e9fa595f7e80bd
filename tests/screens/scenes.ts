import { menu, opens, press, searched, typed } from './acts.ts'
import { adminScenes } from './admin-scenes.ts'
import { listScenes } from './list-scenes.ts'
import type { Scene } from './scene.ts'
import { securityScenes } from './security-scenes.ts'
import { stateScenes } from './state-scenes.ts'

const publicScenes: Scene[] = [
  { name: 'feed', as: 'visitor', at: '/feed' },
  { name: 'feed-list', as: 'visitor', at: '/feed', act: press('List View') },
  { name: 'feed-cards', as: 'visitor', at: '/feed', act: press('Full Card View') },
  { name: 'feed-search', as: 'visitor', at: '/feed?q=lamp', act: searched },
  { name: 'feed-nothing-found', as: 'visitor', at: '/feed?q=zzzzzzzz', act: searched },
  { name: 'feed-category', as: 'visitor', at: '/feed?category=kitchen' },
  { name: 'product', as: 'visitor', at: (found) => found.product },
  { name: 'product-missing', as: 'visitor', at: '/l/not-there-0000' },
  { name: 'product-report', as: 'visitor', at: (found) => found.product, act: opens(press(/^Report/)) },
  { name: 'profile', as: 'visitor', at: (found) => found.profile },
  { name: 'profile-empty', as: 'visitor', at: (found) => found.newcomer },
  { name: 'profile-missing', as: 'visitor', at: '/nobody-at-all' },
  { name: 'not-found', as: 'visitor', at: '/nothing/here' },
  { name: 'login', as: 'visitor', at: '/login' },
  { name: 'login-refused', as: 'visitor', at: '/login', act: press('Log in') },
  { name: 'sign-up', as: 'visitor', at: '/signup', act: typed('Password', 'kettle') },
  { name: 'forgot', as: 'visitor', at: '/forgot' },
  { name: 'reset', as: 'visitor', at: '/auth/reset' },
  { name: 'undo', as: 'visitor', at: '/auth/undo' },
  { name: 'terms', as: 'visitor', at: '/terms' },
  { name: 'checkpoints', as: 'visitor', at: '/ledger/checkpoints' },
]

const ownScenes: Scene[] = [
  { name: 'first-steps', as: 'newcomer', at: '/my-folio' },
  { name: 'inbox-empty', as: 'newcomer', at: '/inbox' },
  { name: 'category-empty', as: 'newcomer', at: '/category/kitchen' },
  { name: 'earnings-empty', as: 'newcomer', at: '/earnings' },
  { name: 'add', as: 'creator', at: '/my-folio?add=true' },
  {
    name: 'add-refused',
    as: 'creator',
    at: '/my-folio?add=true',
    act: async (page, found) => {
      await typed('Amazon Item URL', 'https://example.com/kettle')(page, found)
      await press('Fetch Item Info')(page, found)
    },
  },
  {
    name: 'add-confirm',
    as: 'creator',
    at: '/my-folio?add=true',
    act: async (page, found) => {
      // Filled in at one stroke, a readable link is fetched without a press.
      await typed('Amazon Item URL', 'https://www.amazon.com/dp/B08N5WRWNW')(page, found)
      await page.getByRole('button', { name: 'Post to my folio' }).waitFor()
    },
  },
  { name: 'own-product', as: 'creator', at: (found) => found.ownProduct },
  { name: 'edit', as: 'creator', at: (found) => found.ownProduct, act: menu('Edit Product') },
  { name: 'delete', as: 'creator', at: (found) => found.ownProduct, act: menu('Delete Product') },
  { name: 'home-feed', as: 'creator', at: '/feed?scope=following' },
  { name: 'my-folio', as: 'creator', at: '/my-folio' },
  { name: 'category', as: 'creator', at: '/category/kitchen' },
  { name: 'inbox', as: 'creator', at: '/inbox' },
  {
    name: 'inbox-selected',
    as: 'creator',
    at: '/inbox',
    // The row's label lies over its box.
    act: (page) => page.getByRole('checkbox').nth(1).click({ force: true }),
  },
  { name: 'filing-cabinet', as: 'creator', at: '/filing-cabinet' },
  { name: 'manage-categories', as: 'creator', at: '/categories/setup' },
  { name: 'attention', as: 'creator', at: '/my-folio/attention' },
  { name: 'transfer', as: 'creator', at: '/my-folio/transfer' },
  { name: 'earnings', as: 'creator', at: '/earnings' },
  { name: 'payout-details', as: 'creator', at: '/earnings/details' },
  { name: 'own-payouts', as: 'creator', at: '/earnings/payouts' },
  { name: 'statements', as: 'creator', at: '/earnings/statement' },
  { name: 'settings', as: 'creator', at: '/profile' },
  { name: 'settings-sign-in', as: 'creator', at: '/profile/sign-in' },
  { name: 'settings-devices', as: 'creator', at: '/profile/devices' },
  { name: 'settings-notifications', as: 'creator', at: '/profile/notifications' },
  { name: 'settings-data', as: 'creator', at: '/profile/data' },
]

/** Each list once while it loads, and once after a failure. */
const troubles: Scene[] = (['waiting', 'failing'] as const).flatMap((api) => [
  { name: `my-folio-${api}`, as: 'creator', at: '/my-folio', api },
  { name: `inbox-${api}`, as: 'creator', at: '/inbox', api },
  { name: `earnings-${api}`, as: 'creator', at: '/earnings', api },
  { name: `settings-${api}`, as: 'creator', at: '/profile', api },
  { name: `admin-${api}`, as: 'admin', at: '/admin', api },
  { name: `admin-orders-${api}`, as: 'admin', at: '/admin/orders', api },
  { name: `admin-imports-${api}`, as: 'admin', at: '/admin/imports', api },
])

/** All screens of Folio, in the order of docs/product. */
export const scenes: Scene[] = [
  ...publicScenes,
  ...ownScenes,
  ...listScenes,
  ...stateScenes,
  ...securityScenes,
  ...adminScenes,
  ...troubles,
]
