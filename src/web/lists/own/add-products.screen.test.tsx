import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { onePage, ownCard } from '../../testing/samples.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { ownListWith } from '../testing/lists.ts'
import { AddProducts } from './add-products.tsx'

const vases = [1, 2, 3].map((n) => ownCard(`Vase ${n}`, n))
const ids = vases.map(({ id }) => id)
const tick = (name: string) => page.getByRole('checkbox', { name })
const addition = 'POST /api/v1/me/lists/:id/items'
let closed = 0

/** The choice for a list that has the first of three items. */
const opened = (more: Answers = {}) =>
  renderScreen(<AddProducts list={ownListWith([])} onClose={() => closed++} />, {
    api: {
      'GET /api/v1/me/products': () => onePage(vases),
      'GET /api/v1/me/lists/:id/products': () => ({ product_ids: ids.slice(0, 1) }),
      [addition]: ({ body }) => ({ added: body.product_ids.length, items_count: 3 }),
      ...more,
    },
  })

it('adds several own items at once; those in the list are marked (docs/product/lists-screens.md#editing)', async () => {
  closed = 0
  const { sent } = await opened()
  await expect.element(tick('Vase 1')).toBeDisabled()
  await expect.element(page.getByText('In this list')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await tick('Vase 3').click()
  await tick('Vase 2').click()
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'Add 2 products' }).click()
  await expect.element(page.getByText('2 things added')).toBeVisible()
  expect(sent(addition).map(({ input }) => input.body.product_ids)).toEqual([[ids[2], ids[1]]])
  expect(closed).toBe(1)
})

it('keeps what was chosen where it is refused, and says why', async () => {
  closed = 0
  await opened({ [addition]: () => Promise.reject(refused('conflict', 'The list is full.')) })
  await tick('Vase 2').click()
  await page.getByRole('button', { name: 'Add 1 product' }).click()
  await expect.element(page.getByText('The list is full.')).toBeVisible()
  await expect.element(tick('Vase 2')).toBeChecked()
  expect(closed).toBe(0)
})
