import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { earningsOf, ownCategories } from '../../testing/samples.ts'

const arrivesAt = (address: string) => expect.poll(addressOf).toBe(address)

describe('Earnings analytics (docs/product/earnings.md#overview-page)', () => {
  it('shows months at an address with an unknown period', async () => {
    const { sent } = await renderApp('/earnings?period=Q', {
      api: {
        'GET /api/v1/me/earnings': ({ query }) =>
          earningsOf(query.period ?? 'M', { all_time: { posted_earnings: 1, pending_earnings: 0 } }),
      },
    })
    await expect.element(page.getByText(/Posted Earnings · Last 12 months/)).toBeVisible()
    expect(sent('GET /api/v1/me/earnings').map(({ input }) => input.query.period)).toEqual(['M'])
  })

  it('compares each figure with the time before where that had something', async () => {
    const none = earningsOf('M').before
    const { answer } = await renderApp('/earnings', {
      api: {
        'GET /api/v1/me/earnings': () =>
          earningsOf('M', {
            posted_earnings: 30,
            pending_earnings: 9,
            clicks: 50,
            conversion_rate: 0.04,
            before: { ...none, posted_earnings: 20, clicks: 100, conversion_rate: 0.02 },
            all_time: { posted_earnings: 50, pending_earnings: 9 },
          }),
      },
    })
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect.element(figures.getByText('+50%, up from $20.00')).toBeVisible()
    await expect.element(figures.getByText('−50%, down from 100')).toBeVisible()
    await expect.element(figures.getByText('+100%, up from 2%')).toBeVisible()
    await expect.element(figures.getByText('Compared with the 12 months before')).toBeVisible()
    expect(figures.getByText(/(up|down) from|before$/).elements()).toHaveLength(4)
    expect(await flawsInEveryLook()).toEqual({})

    answer({ 'GET /api/v1/me/earnings': () => earningsOf('W', { posted_earnings: 5 }) })
    await page.getByRole('button', { name: 'Week' }).click()
    await expect.element(figures.getByText(/Last 4 weeks/)).toBeVisible()
    expect(figures.getByText(/up|down|Compared/).elements()).toEqual([])
  })

  it('writes amounts in figures of one height and width, also in the display type', async () => {
    const earned = earningsOf('M', {
      posted_earnings: 1_234_567.89,
      pending_earnings: 9.5,
      all_time: { posted_earnings: 1_234_567.89, pending_earnings: 9.5 },
    })
    await renderApp('/earnings', { api: { 'GET /api/v1/me/earnings': () => earned } })
    await expect.element(page.getByText('$1,234,567.89', { exact: true })).toBeVisible()
    const amounts = [...document.querySelectorAll('main *')].filter(({ childNodes }) =>
      [...childNodes].some((node) => node instanceof Text && node.data.includes('$')),
    )
    expect(amounts.length).toBeGreaterThan(3)
    const figures = new Set(amounts.map((amount) => getComputedStyle(amount).fontVariantNumeric))
    expect([...figures]).toEqual(['lining-nums tabular-nums'])
  })

  it.each([
    ['nothing at all', {}],
    ['items to share', { Home: 1 }],
  ])('invites somebody who has earned nothing yet and has %s', async (_, counts) => {
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
