import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProductEarnings } from '../../../earnings/contract.ts'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { button } from '../../testing/forms.ts'
import { pressAt } from '../../testing/keys.ts'
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
const call = 'GET /api/v1/me/earnings/products'
const gone = product(2, { title: 'A deleted one', short_link_id: null, clicks: 0, conversion_rate: null })

describe('products by what they brought (docs/product/earnings.md#products)', () => {
  it('lists each with its figures, by the period and sort of the address', async () => {
    const { sent } = await renderApp('/earnings/products?period=W&sort=clicks', {
      api: { [call]: () => onePage([product(1), gone]) },
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
      .poll(() => sent(call).map(({ input: { query } }) => [query.period, query.sort, query.first]))
      .toEqual([
        ['W', 'clicks', 'most'],
        ['W', 'orders', 'most'],
        ['M', 'orders', 'most'],
      ])
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('is sorted by each column from either end, by the keys too, and on phones beside the list', async () => {
    await page.viewport(1280, 800)
    await renderApp('/earnings/products?sort=orders&first=least', {
      api: { [call]: () => onePage([product(1)]) },
    })
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect.element(head('Orders')).toHaveAttribute('aria-sort', 'ascending')
    for (const name of ['Clicks', 'Orders', 'Conversion', 'Earnings']) {
      const sorting = head(name).getByRole('button')
      await pressAt(sorting)
      await expect.element(head(name)).toHaveAttribute('aria-sort', 'descending')
      await userEvent.keyboard(' ')
      await expect.element(head(name)).toHaveAttribute('aria-sort', 'ascending')
      await expect.element(sorting).toHaveFocus()
    }
    await expect.poll(addressOf).toBe('/earnings/products?first=least')
    await page.viewport(390, 844)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Clicks')
    expect(fitsItsWidth()).toBe(true)
    await button('Most first').click()
    await expect.poll(addressOf).toBe('/earnings/products?sort=clicks')
  })

  it('goes on with the focus at the first row that "Show more" brought, also one without a page', async () => {
    await renderApp('/earnings/products', {
      api: {
        [call]: ({ query }) =>
          query.cursor ? onePage([gone]) : { items: [product(1), product(3)], next_cursor: 'more' },
      },
    })
    await expect.element(button('Show more')).toBeVisible()
    await pressAt(button('Show more'))
    await expect.element(page.getByText('A deleted one', { exact: true })).toHaveFocus()
    await expect.element(button('Show more')).not.toBeInTheDocument()
  })

  it('shows an empty period, and a failed load', async () => {
    const { answer } = await renderApp('/earnings/products', {
      api: { [call]: () => Promise.reject(refused('internal_error')) },
    })
    await expect.element(page.getByText('Failed to load products')).toBeVisible()
    answer({ [call]: () => onePage([]) })
    await button('Retry').click()
    await expect.element(page.getByRole('heading', { name: 'Nothing in this time' })).toBeVisible()
  })
})
