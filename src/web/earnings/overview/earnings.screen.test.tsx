import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { earningsOf, ownCategories } from '../../testing/samples.ts'

const arrivesAt = (address: string) => expect.poll(addressOf).toBe(address)

describe('Earnings analytics (docs/product/earnings.md#overview-page)', () => {
  it('shows months at an address that names no period there is', async () => {
    const { sent } = await renderApp('/earnings?period=Q', {
      api: {
        'GET /api/v1/me/earnings': ({ query }) =>
          earningsOf(query.period ?? 'M', { all_time: { posted_earnings: 1, pending_earnings: 0 } }),
      },
    })
    await expect.element(page.getByText(/Posted Earnings · Last 12 months/)).toBeVisible()
    expect(sent('GET /api/v1/me/earnings').map(({ input }) => input.query.period)).toEqual(['M'])
  })

  it.each([
    ['nothing at all', {}],
    ['items to share', { Home: 1 }],
  ])('invites whoever has earned nothing yet and has %s', async (_, counts) => {
    await renderApp('/earnings', { api: { 'GET /api/v1/me/categories': () => ownCategories({ counts }) } })
    await expect.element(page.getByRole('heading', { name: 'No earnings yet' })).toBeVisible()
    expect(page.getByRole('heading', { name: 'Earnings history' }).elements()).toEqual([])
    const main = page.getByRole('main')
    if ('Home' in counts) {
      await main.getByRole('link', { name: 'Share a product' }).click()
      await arrivesAt('/my-folio')
    } else {
      await main.getByRole('button', { name: 'Add product' }).click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
      await arrivesAt('/earnings')
    }
  })
})
