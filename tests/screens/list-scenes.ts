import { menu, opens, press, scrolledTo } from './acts.ts'
import type { Act, Scene } from './scene.ts'

/** Puts hearts on what the feed shows first, as this browser keeps them. */
const likes: Act = (page, { liked }) =>
  page.addInitScript((ids) => localStorage.setItem('folio.liked', ids.join(' ')), liked)

const arranged = press('Arrange')

/** Product pages that lead on, lists, looks, storefronts, saves, and what leads to them from elsewhere. */
export const listScenes: Scene[] = [
  {
    name: 'product-leads-on',
    as: 'visitor',
    at: ({ doorway }) => doorway,
    act: scrolledTo(/^More from/),
  },
  {
    name: 'product-also-loved',
    as: 'visitor',
    at: ({ doorway }) => doorway,
    act: scrolledTo(/^Also loved by/),
  },
  { name: 'product-save', as: 'creator', at: ({ product }) => product, act: opens(press('Save')) },
  { name: 'list', as: 'visitor', at: ({ list }) => list },
  { name: 'look', as: 'visitor', at: ({ look }) => look },
  {
    name: 'look-point',
    as: 'visitor',
    at: ({ look }) => look,
    act: (page) => page.getByRole('button', { name: /^1: / }).first().click(),
  },
  { name: 'storefront-popular', as: 'visitor', at: ({ storefront }) => `${storefront}?tab=popular` },
  { name: 'storefront-lists', as: 'visitor', at: ({ storefront }) => `${storefront}?tab=lists` },
  { name: 'storefront-own', as: 'creator', at: ({ storefront }) => storefront },
  { name: 'storefront-arrange', as: 'creator', at: ({ storefront }) => storefront, act: arranged },
  {
    name: 'storefront-picks',
    as: 'creator',
    at: ({ storefront }) => storefront,
    act: opens(async (page, found) => {
      await arranged(page, found)
      // All six places are taken.
      const picks = page.locator('[aria-labelledby=picks]')
      await picks
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await press(/^Choose/)(page, found)
    }),
  },
  { name: 'saved', as: 'visitor', at: '/saved', before: likes },
  { name: 'saved-empty', as: 'visitor', at: '/saved' },
  { name: 'saved-signed-in', as: 'creator', at: '/saved', before: likes },
  { name: 'own-lists', as: 'creator', at: '/my-folio/lists' },
  { name: 'own-list', as: 'creator', at: ({ ownList }) => ownList },
  { name: 'own-list-edit', as: 'creator', at: ({ list }) => list, act: press('Edit') },
  { name: 'own-look', as: 'creator', at: ({ ownLook }) => ownLook },
  {
    name: 'story-card',
    as: 'creator',
    at: ({ ownProduct }) => ownProduct,
    act: opens(shareThen('Story card')),
  },
  { name: 'share', as: 'visitor', at: ({ product }) => product, act: opens(press('Share')) },
  { name: 'edit-photos', as: 'creator', at: ({ ownProduct }) => ownProduct, act: menu('Edit Product') },
  { name: 'notes', as: 'creator', at: '/notes' },
  { name: 'notes-empty', as: 'newcomer', at: '/notes' },
]

function shareThen(name: string): Act {
  return async (page, found) => {
    await press('Share')(page, found)
    await press(name)(page, found)
  }
}
