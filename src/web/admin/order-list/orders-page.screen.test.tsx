import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Candidate } from '../../../orders/review/assigning-contract.ts'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { button, field, toastOf } from '../../testing/forms.ts'
import { pressAt, tabTo } from '../../testing/keys.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, listedOrder, onePage } from '../../testing/samples.ts'

const match = {
  confidence: 'manual',
  rule: 'outbound_24h',
  creator: { payee_id: idOf(5, 1), username: 'ben' },
  product_id: idOf(6, 1),
  short_link_id: 'mug-1',
  reason: 'Receipt',
  note_to_creator: null,
  is_decided: true,
  is_provisional: false,
  review: null,
  version: 3,
} as const
const orders = [
  listedOrder({ order_item_id: '112-1', product_title: 'A mug', commission: 1.5 }),
  listedOrder({ order_item_id: '112-2', product_title: 'A lamp with a very long name '.repeat(6), match }),
  listedOrder({
    order_item_id: '112-3',
    product_title: 'Gone',
    order_status: 'withdrawn',
    marketplace: 'de',
  }),
]
const mug: Candidate = {
  product_id: idOf(6, 1),
  short_link_id: 'mug-1',
  title: 'A mug',
  asin: listedOrder().asin,
  marketplace: 'us',
  creator: { payee_id: idOf(5, 1), username: 'ben' },
  is_deleted: false,
  last_presses: [],
}
const lamp = {
  ...mug,
  short_link_id: 'lamp-9',
  title: 'A lamp',
  asin: 'B0ANOTHER1',
  marketplace: 'de',
} as const
const list = 'GET /api/v1/admin/orders'
const assign = 'PUT /api/v1/admin/order-matches'

async function openOrders(route = '/admin/orders', [width, height] = [1280, 800], listed = orders) {
  await page.viewport(width ?? 0, height ?? 0)
  const screen = await renderApp(route, {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => idlePipeline,
      [list]: () => onePage(listed),
      'GET /api/v1/admin/orders/:id/candidates': ({ query }) => ({
        items: [mug],
        named: query?.product_ref === 'lamp-9' ? lamp : query?.product_ref === 'mug-1' ? mug : null,
      }),
    },
  })
  await expect.element(page.getByText('112-1').first()).toBeVisible()
  return { ...screen, asked: () => screen.sent(list).at(-1)?.input.query }
}
const head = (name: string) => page.getByRole('columnheader', { name })

it('is a table on a wide screen, sorted by its heads, with the order in the address', async () => {
  const { asked, router } = await openOrders()
  expect(await flawsInEveryLook({ width: 1280, height: 800 }, { width: 1024, height: 768 })).toEqual({})
  expect(fitsItsWidth()).toBe(true)
  await expect.element(head('Date')).toHaveAttribute('aria-sort', 'descending')
  for (const [column, sort, way] of [
    ['Commission', 'highest', 'descending'],
    ['Commission', 'lowest', 'ascending'],
    ['Date', 'newest', 'descending'],
    ['Date', 'oldest', 'ascending'],
  ] as const) {
    await button(column).click()
    await expect.element(head(column)).toHaveAttribute('aria-sort', way)
    await expect.poll(asked).toMatchObject({ sort })
    expect(router.state.location.search).toMatchObject({ sort })
  }
})

it('draws ticks in the middle of their boxes', async () => {
  await openOrders()
  const box = page.getByRole('checkbox', { name: 'Select A mug, 112-1' })
  await box.click()
  const middle = (element: Element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return [(left + right) / 2, (top + bottom) / 2]
  }
  const tick = box.element().parentElement?.querySelector('svg')
  expect(middle(tick as Element)).toEqual(middle(box.element()))
})

it('has filters in the address, and leaves an invalid amount as it was typed', async () => {
  const { asked, router } = await openOrders('/admin/orders?state=high&q=mug')
  await button('Filters').click()
  await field('From').fill('2026-11-01')
  await field('Commission from').fill('much')
  await field('Marketplace').selectOptions('de')
  await field('Commission to').click()
  await expect.element(page.getByText('Use an amount such as 12.50.')).toBeVisible()
  await expect.element(field('Commission from')).toHaveValue('much')
  await field('Commission from').fill('$1,200.50')
  await field('Commission to').click()
  const filter = { from: '2026-11-01', min: 1200.5, marketplace: 'de', state: 'high', q: 'mug' }
  await expect.poll(asked).toMatchObject(filter)
  expect(router.state.location.search).toMatchObject(filter)
  expect(await flawsInEveryLook()).toEqual({})
  await page.viewport(1280, 800)
  await button('Clear filters').click()
  await expect.poll(() => router.state.location.search).toEqual({ state: 'high', q: 'mug' })
})

it('shows what the address says, on a phone as cards with a field for the order', async () => {
  const { asked } = await openOrders('/admin/orders?min=2&sort=lowest&from=nonsense', [390, 844])
  expect(asked()).toMatchObject({ min: 2, sort: 'lowest', from: undefined })
  await expect.element(page.getByRole('list', { name: 'orders' })).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await expect.element(field('Order')).toHaveValue('lowest')
  expect(fitsItsWidth()).toBe(true)
})

it('assigns the chosen orders all or none; after a refusal what was typed stays', async () => {
  const { answer, sent } = await openOrders()
  const all = page.getByRole('checkbox', { name: 'Select all that are listed' })
  await all.click()
  await expect.element(page.getByText('2 orders')).toBeVisible()
  await all.click()
  // With Shift, all from one to another.
  await page.getByRole('checkbox', { name: /112-1$/ }).click()
  await page.getByRole('checkbox', { name: /112-2$/ }).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('2 orders')).toBeVisible()
  await button('Assign by hand').click()
  const dialog = page.getByRole('dialog', { name: 'Assign 2 orders by hand' })
  await field('Product').fill('lamp-9')
  await expect
    .element(dialog.getByText(/leads to another item \(B0ANOTHER1\) than all 2 orders/))
    .toBeVisible()
  await expect.element(dialog.getByText(/all 2 orders are from other marketplaces/)).toBeVisible()
  await dialog.getByRole('radio', { name: /@ben/ }).click()
  await expect.element(field('Product')).toHaveValue('mug-1')
  await field('Reason').fill('Receipts')
  answer({ [assign]: () => Promise.reject(refused('version_mismatch', 'Matched again. (112-2)')) })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(page.getByText('None of them has been assigned.')).toBeVisible()
  await expect.element(page.getByText('Matched again. (112-2)')).toBeVisible()
  await expect.element(field('Reason')).toHaveValue('Receipts')
  expect(await flawsInEveryLook({ width: 1280, height: 800 })).toEqual({})
  answer({ [assign]: () => ({ assigned: 2 }) })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(toastOf('2 orders assigned')).toBeVisible()
  expect(sent(assign).at(-1)?.input.body).toEqual({
    product_ref: 'mug-1',
    reason: 'Receipts',
    note_to_creator: null,
    orders: [
      { order_item_id: '112-1', version: null },
      { order_item_id: '112-2', version: 3 },
    ],
  })
  await expect.element(page.getByText('2 orders', { exact: true })).not.toBeInTheDocument()
})

it('chooses and assigns cards on a phone; none stays chosen when others are listed', async () => {
  const { router } = await openOrders('/admin/orders', [390, 844])
  await page.getByRole('checkbox', { name: 'Select all that are listed' }).click()
  await expect.element(page.getByRole('checkbox', { name: /112-2$/ })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /112-3$/ })).not.toBeInTheDocument()
  await expect.element(button('Assign by hand')).toBeVisible()
  expect(await flawsInEveryLook({ width: 390, height: 844 }, { width: 320, height: 640 })).toEqual({})
  expect(fitsItsWidth()).toBe(true)
  await button('Withdrawn').click()
  await expect.poll(() => router.state.location.search).toEqual({ state: 'withdrawn' })
  await expect.element(page.getByRole('checkbox', { name: /112-2$/ })).not.toBeChecked()
  await expect.element(button('Assign by hand')).not.toBeInTheDocument()
})

it('chooses a range of cards with Shift, by mouse and by keyboard', async () => {
  const five = Array.from({ length: 5 }, (_, n) => listedOrder({ order_item_id: `112-${n}` }))
  await openOrders('/admin/orders', [390, 844], five)
  const box = (n: number) => page.getByRole('checkbox', { name: new RegExp(`112-${n}$`) })
  const isChosen = () =>
    five.map((_, n) => ((box(n).element() as HTMLInputElement).checked ? 'x' : '-')).join('')
  await box(0).click()
  await box(2).click({ modifiers: ['Shift'] })
  await expect.poll(isChosen).toBe('xxx--')
  ;(box(4).element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>} {/Shift}')
  await expect.poll(isChosen).toBe('xxxxx')
  await box(1).click({ modifiers: ['Shift'] })
  await expect.poll(isChosen).toBe('x----')
  await expect.element(page.getByText('1 order', { exact: true })).toBeVisible()
})

it('chooses the first hundred where a call takes no more', async () => {
  const many = Array.from({ length: 105 }, (_, n) => listedOrder({ order_item_id: `112-1${n}` }))
  await openOrders('/admin/orders', [1280, 800], many)
  await page.getByRole('checkbox', { name: 'Select the first 100' }).click()
  await expect.element(page.getByText('100 orders')).toBeVisible()
  await page.getByRole('checkbox', { name: /112-1104$/ }).click()
  await expect.element(page.getByText('Choose 100 at most.')).toBeVisible()
  await button('Keep the first 100').click()
  await expect.element(page.getByText('100 orders')).toBeVisible()
  await expect.element(button('Assign by hand')).toBeVisible()
})

it('shows the sum of waiting returns in their state alone, and marks them in every state', async () => {
  const waiting = 'GET /api/v1/admin/waiting-returns'
  const sentence = page.getByText('2 returns, −$9.28, without a purchase yet.')
  const badges = page.getByText(/waits$/)
  const listed = [...orders, listedOrder({ order_item_id: '112-4', waiting_return: 4.64 })]
  const { answer, sent } = await openOrders('/admin/orders', [1280, 800], listed)
  expect(badges.elements().map(({ textContent }) => textContent)).toEqual(['−$4.64 waits'])
  await expect.element(sentence).not.toBeInTheDocument()
  expect(sent(waiting)).toEqual([])
  answer({ [waiting]: () => ({ items: [{ count: 2, commission: -9.28, currency: 'USD' }] }) })
  await button('More').click()
  await button('Returns waiting').click()
  await expect.element(sentence).toBeVisible()
  expect(badges.elements()).toHaveLength(1)
  expect(await flawsInEveryLook()).toEqual({})
  await button('More').click()
  await button('Withdrawn').click()
  await expect.element(sentence).not.toBeInTheDocument()
})

it('is sorted, filtered, chosen from and assigned by keyboard alone', async () => {
  const { router, sent, answer, asked } = await openOrders()
  await pressAt(button('Filters'))
  await expect.element(field('From')).toBeVisible()
  await tabTo(field('Commission from'))
  await userEvent.keyboard('1{Tab}')
  await expect.poll(() => router.state.location.search).toMatchObject({ min: 1 })
  const commission = head('Commission').getByRole('button')
  // The list is asked for again, and its head goes and comes.
  await expect.poll(asked).toMatchObject({ min: 1 })
  await expect.element(page.getByText('112-1').first()).toBeVisible()
  await expect.element(commission).toBeVisible()
  await pressAt(commission)
  await expect.element(head('Commission')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(commission).toHaveFocus()
  await pressAt(page.getByRole('checkbox', { name: /112-1$/ }), ' ')
  await expect.element(page.getByText('1 order', { exact: true })).toBeVisible()
  const assigning = button('Assign by hand')
  await pressAt(assigning)
  await expect.element(field('Product')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(assigning).toHaveFocus()
  expect(sent(assign)).toEqual([])
  answer({ 'GET /api/v1/admin/orders/:id': () => Promise.reject(refused('not_found')) })
  ;(commission.element() as HTMLElement).focus()
  await pressAt(page.getByRole('link', { name: 'A mug' }))
  await expect.poll(() => router.state.location.pathname).toBe('/admin/orders/112-1')
})
