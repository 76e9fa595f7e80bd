import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Candidate } from '../../../orders/review/assigning-contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { button, field } from '../../testing/forms.ts'
import { pressAt, tabTo } from '../../testing/keys.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, orderDetail } from '../../testing/samples.ts'

const order = orderDetail()
const candidate = (username: string, n: number, rest: Partial<Candidate> = {}): Candidate => ({
  product_id: idOf(6, n),
  short_link_id: `mug-${n}`,
  title: 'A mug that holds much more than one would think of it at first sight',
  asin: order.asin,
  marketplace: 'us',
  creator: { payee_id: idOf(5, n), username },
  is_deleted: false,
  last_presses: [],
  ...rest,
})
const call = 'GET /api/v1/admin/orders/:id/candidates'
const assign = 'PUT /api/v1/admin/orders/:id/match'

it('assigns an order to a creator who shares its item, and warns of products of other items', async () => {
  await page.viewport(1280, 800)
  const items = [
    candidate('ben', 1, {
      last_presses: ['2026-11-03T19:30:00Z', '2026-11-02T08:00:00Z', '2026-11-01T09:15:00Z'],
      marketplace: 'de',
    }),
    candidate('ana', 2),
  ]
  const { answer, sent } = await renderApp(`/admin/orders/${order.order_item_id}`, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/orders/:id': () => order,
      [call]: ({ query }) => {
        if (query?.product_ref === 'lamp-9')
          return { items, named: candidate('fay', 9, { asin: 'B0ANOTHER1', is_deleted: true }) }
        if (query?.product_ref === 'nothing') throw refused('validation_failed', 'There is no such product.')
        return { items, named: items.find((one) => one.short_link_id === query?.product_ref) ?? null }
      },
    },
  })
  await button('Assign by hand').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/Pressed last .*, and .* · on amazon\.de/)).toBeVisible()
  await expect.element(dialog.getByText('Not pressed in the 89 days before')).toBeVisible()

  await field('Product').fill('lamp-9')
  await expect.element(dialog.getByText(/leads to another item \(B0ANOTHER1\) than the order/)).toBeVisible()
  await expect.element(dialog.getByText(/has been deleted since/)).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})

  await dialog.getByRole('radio', { name: /@ben/ }).click()
  await expect.element(field('Product')).toHaveValue('mug-1')
  await expect.element(dialog.getByText(/leads to another item/)).not.toBeInTheDocument()
  await expect.element(dialog.getByText(/leads to amazon\.de; the order is from amazon\.com/)).toBeVisible()
  await field('Reason').fill('Receipt')
  await field('Note to the creator (Optional)').fill('Thank you')
  await expect.element(dialog.getByText('Assigned to you by hand. “Thank you”')).toBeVisible()

  answer({ [assign]: () => order })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(assign).at(-1)?.input.body).toEqual({
    product_ref: 'mug-1',
    reason: 'Receipt',
    note_to_creator: 'Thank you',
    version: null,
  })
})

it('says once that there is no such product, and no longer when another one is typed', async () => {
  const message = 'There is no product with this short link.'
  const unknown = () =>
    refused('validation_failed', message, { problems: [{ path: 'product_ref', message }] })
  await renderApp(`/admin/orders/${order.order_item_id}`, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/orders/:id': () => order,
      [call]: ({ query }) => {
        if (query?.product_ref === 'nothing') throw unknown()
        return { items: [], named: query?.product_ref ? candidate('ben', 1) : null }
      },
      [assign]: () => Promise.reject(unknown()),
    },
  })
  await button('Assign by hand').click()
  const dialog = page.getByRole('dialog')
  await field('Product').fill('nothing')
  await expect.element(dialog.getByText(message)).toBeVisible()
  await field('Reason').fill('Receipt')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(dialog.getByRole('alert').getByText(message)).toBeVisible()
  expect(dialog.getByText(message).elements()).toHaveLength(1)
  await field('Product').fill('mug-1')
  await expect.element(dialog.getByText('@ben:')).toBeVisible()
  await expect.element(dialog.getByText(message)).not.toBeInTheDocument()
})

it('shows that the candidates failed to load, and asks for them again', async () => {
  const { answer } = await renderApp(`/admin/orders/${order.order_item_id}`, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/orders/:id': () => order,
      [call]: () => Promise.reject(refused('internal_error')),
    },
  })
  await button('Assign by hand').click()
  await expect.element(page.getByText(/Failed to load who shares this item/)).toBeVisible()
  expect(await flawsInEveryLook({ width: 390, height: 844 })).toEqual({})
  answer({ [call]: () => ({ items: [candidate('ana', 2)], named: null }) })
  await button('Retry').click()
  await expect.element(page.getByRole('radio', { name: /@ana/ })).toBeVisible()
})

it('is done by keyboard alone: the picker by its arrows, and Escape gives the focus back', async () => {
  await page.viewport(1280, 800)
  const items = [candidate('ben', 1), candidate('ana', 2)]
  const { sent } = await renderApp(`/admin/orders/${order.order_item_id}`, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      'GET /api/v1/admin/orders/:id': () => order,
      [call]: ({ query }) => ({
        items,
        named: items.find((one) => one.short_link_id === query?.product_ref) ?? null,
      }),
      [assign]: () => order,
    },
  })
  const opener = button('Assign by hand')
  const dialog = page.getByRole('dialog')
  await expect.element(opener).toBeVisible()
  await pressAt(opener)
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  const ben = dialog.getByRole('radio', { name: /@ben/ })
  const ana = dialog.getByRole('radio', { name: /@ana/ })
  await expect.element(ben).toBeInTheDocument()
  await pressAt(ben, ' ')
  await expect.element(field('Product')).toHaveValue('mug-1')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(ana).toBeChecked()
  await expect.element(field('Product')).toHaveValue('mug-2')
  await tabTo(field('Reason'))
  await userEvent.keyboard('Receipt')
  await pressAt(dialog.getByRole('button', { name: 'Assign', exact: true }))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(assign)).toMatchObject([{ input: { body: { product_ref: 'mug-2', reason: 'Receipt' } } }])
  await expect.element(opener).toHaveFocus()
})
