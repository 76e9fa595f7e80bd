import type { Page } from 'playwright-core'
import { press, scrolledTo, searched } from './acts.ts'
import type { Act, Found, Newcomer, Scene } from './scene.ts'

const longText =
  'Hand-thrown stoneware coffee dripper with a matching double-walled carafe, bamboo stand, reusable ' +
  'stainless-steel filter and a 1.2-litre gooseneck kettle that keeps its temperature for half an hour'

/** Someone whose words fill whatever room they are given, without a space for the longest of them. */
const longWinded: Newcomer = {
  first: 'Wilhelmina-Alexandrina',
  last: 'Featherstonehaugh-Cholmondeley',
  product: {
    title: longText,
    user_comment: `${longText}. ${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2)}. ${longText}.`,
    description: `https://example.com/${'a-very-long-path-'.repeat(8)} ${longText}`,
    tags: ['slow-mornings-with-coffee', 'hand-thrown-stoneware', 'gifts-for-people-who-have-all'],
  },
}

/** Someone whose language is written from right to left. */
const rightToLeft: Newcomer = {
  first: 'ליאורה',
  last: 'אברהמי',
  product: {
    title: 'קומקום חשמלי 1.7 ליטר, דגם KX-200 (לבן)',
    user_comment: 'מרתיח מים בשתי דקות, והידית לא מתחממת.',
    description: 'הגיע תוך שבוע.',
    tags: ['מטבח', 'coffee'],
  },
}

/** Someone who has no picture of what they share. */
const withoutPicture: Newcomer = {
  first: 'Noor',
  last: 'Bakker',
  product: {
    title: 'Linen apron, flax',
    user_comment: 'It has outlived two kitchens.',
    description: 'Crosses at the back, so nothing hangs from the neck.',
    tags: ['linen', 'apron'],
  },
}

const offline: Act = async (page) => {
  // For visitors the notice is loaded at their first use of the page.
  await page.keyboard.press('Shift')
  await page.waitForLoadState('networkidle')
  await page.locator('[role=status].fixed').waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await page.getByText('You’re offline').waitFor()
}

/** Opens the first explanation in the history, below an order's rows where it has several. */
const firstReason: Act = async (page, found) => {
  await page.locator('[data-why]').first().click()
  await page.getByText('Technical details').first().waitFor()
  await scrolledTo('Earnings history')(page, found)
}

/** Deletes two items of the Inbox, which is not sent: the scene's next picture needs them again. */
const deleteTwo: Act = async (page, found) => {
  await page.route('**/api/v1/me/products/delete', (route) => route.abort())
  for (const item of [0, 1])
    await page.getByRole('listitem').getByRole('checkbox').nth(item).click({ force: true })
  await press('Delete')(page, found)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
}

/** States that only an act or somebody's words bring about. */
export const stateScenes: Scene[] = [
  { name: 'feed-suggestions', as: 'visitor', at: '/feed?q=so', act: searched },
  { name: 'feed-suggestions-tags', as: 'creator', at: '/feed?q=coffee', act: searched },
  { name: 'feed-following', as: 'visitor', at: '/feed?scope=following' },
  { name: 'feed-offline', as: 'visitor', at: '/feed', act: offline },
  { name: 'inbox-undo', as: 'creator', at: '/inbox', act: deleteTwo },
  {
    name: 'own-product-earnings',
    as: 'creator',
    at: (found) => found.ownProduct,
    act: scrolledTo('Earnings'),
  },
  { name: 'earnings-orders', as: 'creator', at: '/earnings', act: openOrder },
  { name: 'earnings-entries', as: 'creator', at: '/earnings?view=entries', act: firstReason },
  { name: 'earnings-products', as: 'creator', at: '/earnings/products' },
  {
    name: 'statement',
    as: 'creator',
    at: '/earnings/statement',
    act: (page) =>
      page
        .getByRole('main')
        .getByRole('link', { name: / 20\d\d/ })
        .first()
        .click(),
  },
  ...words('without-picture', withoutPicture),
  ...words('long', longWinded),
  ...words('rtl', rightToLeft),
]

/** Where somebody's words are shown: their profile, their product, and a search that finds it. */
function words(name: string, newcomer: Newcomer): Scene[] {
  return [
    { name: `profile-${name}`, as: 'visitor', at: async (found) => (await found.joins(newcomer)).profile },
    { name: `product-${name}`, as: 'visitor', at: async (found) => (await found.joins(newcomer)).product },
    {
      name: `feed-${name}`,
      as: 'visitor',
      at: async (found) => {
        await found.joins(newcomer)
        return `/feed?q=${encodeURIComponent(newcomer.product.title.slice(0, 12))}`
      },
      act: searched,
    },
  ]
}

async function openOrder(page: Page, found: Found) {
  await page.locator('[data-order]').first().click()
  await scrolledTo('Earnings history')(page, found)
}
