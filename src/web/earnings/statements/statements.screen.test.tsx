import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'

const text = (words: string) => page.getByText(words, { exact: true })
const statements = {
  'GET /api/v1/me/statements': () => ({ items: [{ month: '2026-11', user_amount: 40, entries: 3 }] }),
}

describe('the statements (docs/product/earnings.md#statements)', () => {
  it('are followed by what was paid out in each year', async () => {
    await renderApp('/earnings/statement', {
      api: {
        ...statements,
        'GET /api/v1/me/payout-years': () => ({
          items: [
            { year: '2026', paid: 12_345.67, payments: 4, quarters: [0, 1_000, 1_345.67, 10_000] },
            { year: '2025', paid: 40, payments: 1, quarters: [0, 0, 0, 40] },
          ],
        }),
      },
    })
    await expect.element(page.getByRole('heading', { name: 'Paid out by year' })).toBeVisible()
    await expect.element(text('$12,345.67')).toBeVisible()
    await expect.element(text('4 payments')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('stay when the years fail to load', async () => {
    await renderApp('/earnings/statement', {
      api: { ...statements, 'GET /api/v1/me/payout-years': () => Promise.reject(refused('internal_error')) },
    })
    await expect.element(text('Failed to load what was paid out')).toBeVisible()
    await expect.element(text('November 2026')).toBeVisible()
  })
})
