import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ProductEarnings } from '../../../earnings/contract.ts'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { button } from '../../testing/forms.ts'
import { idOf, onePage } from '../../testing/samples.ts'

const product = (n: number, rest: Partial<ProductEarnings> = {}): ProductEarnings => ({
  id: idOf(2, n),
  title: `Thing ${n}`,
  image_url: null,
  image_is_amazons: false,
  short_link_id: `thing-${n}`,
  clicks: 1_200,
  orders: 12,
  conversion_rate: 0.01,
  earnings: 38.4,
  ...rest,
})
const gone = product(2, { title: 'A deleted one', short_link_id: null, clicks: 0, conversion_rate: null })

describe('products by what they brought (docs/product/earnings.md#products)', () => {
  it('lists each with its figures, by the period and sort of the address', async () => {
    const { sent } = await renderApp('/earnings/products?period=W&sort=clicks', {
      api: { 'GET /api/v1/me/earnings/products': () => onePage([product(1), gone]) },
    })
    const table = page.getByRole('table', { name: 'Last 4 weeks' })
    await expect.element(table).toBeVisible()
    const rows = table.getByRole('row')
    await expect
      .element(rows.nth(1))
      .toHaveTextContent('Thing 11,200 clicks, 12 orders, 1%Orders of Thing 11,200121%$38.40')
    await expect.element(rows.nth(2).getByText('0 clicks, 12 orders')).toBeVisible()
    await page.viewport(1280, 800)
    await expect
      .element(page.getByRole('columnheader', { name: 'Clicks' }))
      .toHaveAttribute('aria-sort', 'descending')
    await button('Orders').click()
    await expect.poll(addressOf).toBe('/earnings/products?period=W&sort=orders')
    await button('Month').click()
    await expect.poll(addressOf).toBe('/earnings/products?sort=orders')
    await expect
      .poll(() =>
        sent('GET /api/v1/me/earnings/products').map(({ input: { query } }) => [query.period, query.sort]),
      )
      .toEqual([
        ['W', 'clicks'],
        ['W', 'orders'],
        ['M', 'orders'],
      ])
    expect(fitsItsWidth()).toBe(true)
    expect(await flawsInEveryLook({ width: 390, height: 844 }, { width: 1280, height: 800 })).toEqual({})
  })

  it('shows an empty period, and a failed load', async () => {
    const { answer } = await renderApp('/earnings/products', {
      api: { 'GET /api/v1/me/earnings/products': () => Promise.reject(refused('internal_error')) },
    })
    await expect.element(page.getByText('Failed to load products')).toBeVisible()
    answer({ 'GET /api/v1/me/earnings/products': () => onePage([]) })
    await button('Retry').click()
    await expect.element(page.getByRole('heading', { name: 'Nothing in this time' })).toBeVisible()
  })
})
