import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clickOn, addressOf as networkOf } from '../../../src/clicks/testing/clicks.ts'
import { post as postEarnings, signUpPayee } from '../../../src/earnings/testing/ledger.ts'
import { ManualClock } from '../../../src/platform/clock.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { fitsItsWidth, flawsInEveryLook, shiftOf, watchShifts } from '../helpers/looks.ts'
import { post } from '../helpers/shelf.ts'
import { addressOf, desktop, goWithin, phone, visitor } from '../helpers/visitors.ts'

// A Sunday noon.
const now = new Date('2026-11-22T12:00:00Z')

let app: TestApp
let browser: Browser
let theo: Awaited<ReturnType<typeof signUpPayee>>

beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startTestApp({ pages: true, clock: new ManualClock(now), env: { EARNINGS_HOLD_DAYS: '45' } }),
    sharedBrowser(),
  ])
})
afterAll(async () => {
  await app?.close()
})
beforeEach(async () => {
  app.clock.set(now)
  theo = await signUpPayee(app)
})

type Looks = { viewport?: typeof phone; timeZone?: string }

/** The creator's browser at that time, with a page that is not opened yet. */
async function creatorsPage({ viewport = phone, timeZone = 'UTC' }: Looks = {}) {
  const context = await visitor(browser, app, {
    as: theo,
    viewport,
    browser: { timezoneId: timeZone },
  })
  const page = await context.newPage()
  await page.clock.install({ time: app.clock.now() })
  await watchShifts(page)
  return page
}

/** People who view a product, each for the first time. */
let people = 0
async function look(productId: string, times: number, at: string) {
  for (let n = 0; n < times; n += 1) {
    people += 1
    const click = clickOn(productId, { address: networkOf(people), clickedAt: new Date(at) })
    await app.app.services.clicks.record(click)
  }
}

/** The table behind the chart, row by row, without empty ones. */
async function tableOf(page: Page): Promise<string[][]> {
  const table = page.getByRole('table', { name: /^Earnings and clicks/ })
  const rows = await table.locator('tbody tr').all()
  const texts = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
  return texts.filter(([, earned, clicks]) => earned !== '$0.00' || clicks !== '0')
}

const period = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const text = (page: Page, words: string | RegExp) => page.getByText(words).filter({ visible: true }).first()
/** A figure by the words below it. */
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).getByRole('definition')

/** A kettle that is clicked and earns, a lamp that was clicked and then deleted; a return in October. */
async function aYear() {
  const kettle = await post(app, theo, {
    title: 'Kettle',
    image_url: '/art/kettle.svg',
    image_source: 'amazon',
  })
  const lamp = await post(app, theo, { title: 'Lamp' })
  await look(kettle.id, 3, '2026-11-20T10:00:00Z')
  await look(kettle.id, 1, '2026-11-22T10:00:00Z')
  await look(lamp.id, 2, '2026-10-02T10:00:00Z')
  const rows = { productId: kettle.id, title: 'Gooseneck kettle' }
  await postEarnings(app, theo, [
    { ...rows, order: 'bag', gross: 500, at: new Date('2026-09-10T10:00:00Z') },
    { ...rows, order: 'bag', gross: -500, at: new Date('2026-10-05T10:00:00Z'), type: 'return', pair: 2 },
    { ...rows, gross: 420, at: new Date('2026-11-18T10:00:00Z') },
    { ...rows, gross: 1194, at: new Date('2026-11-22T09:00:00Z'), availableOn: '2027-01-29' },
  ])
  const { status } = await app.request('DELETE', `/api/v1/products/${lamp.id}`, { token: theo.token })
  expect(status).toBe(204)
  return kettle
}

/** The button that opens the latest order of the history. */
const firstOrder = (page: Page) =>
  page.getByRole('list', { name: 'Earnings history' }).getByRole('button').first()

/** That axe finds no flaw, also in why an amount is what it is. */
async function isFlawless(page: Page, viewport: typeof phone) {
  await firstOrder(page).click()
  await text(page, 'Pending until Jan 29, 2027').waitFor()
  expect(await flawsInEveryLook(page, viewport)).toEqual({})
  expect(await fitsItsWidth(page)).toBe(true)
}

describe('Earnings analytics (docs/product/earnings.md#overview-page)', () => {
  it('shows the figures of a period, its top products, and what is pending', async () => {
    const kettle = await aYear()
    const page = await creatorsPage()
    await page.goto('/earnings')
    await firstOrder(page).waitFor()
    await text(page, 'November so far').waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.02)
    await isFlawless(page, phone)

    await text(page, 'Posted Earnings · Last 12 months').waitFor()
    await text(page, '$3.36').waitFor()
    await text(page, '$9.55 Pending Earnings').waitFor()
    expect(await figure(page, 'Clicks').textContent()).toBe('6')
    // The bag came back, so that its commission no longer counts.
    expect(await figure(page, 'Conversion rate').textContent()).toBe('33.3%')
    expect(await figure(page, 'Average per click').textContent()).toBe('$2.15')
    expect(await page.getByText(/^All time/).count()).toBe(0)
    await text(page, 'once your email address is proven').waitFor()
    expect(await tableOf(page)).toEqual([
      ['November 2026', '$12.91', '4'],
      ['October 2026', '−$4.00', '2'],
      ['September 2026', '$4.00', '0'],
    ])

    // By keyboard; a month with a negative sum hangs below the line.
    const chart = page.getByRole('slider', { name: 'Earnings, Last 12 months' })
    await chart.focus()
    expect(await chart.getAttribute('aria-valuetext')).toBe('November 2026: $12.91, 4 clicks')
    await page.keyboard.press('ArrowLeft')
    expect(await chart.getAttribute('aria-valuetext')).toBe('October 2026: −$4.00, 2 clicks')
    const bars = page.locator('[data-bars] > div > div')
    const [october, november] = await Promise.all([bars.nth(-2).boundingBox(), bars.last().boundingBox()])
    expect(october?.y).toBeCloseTo((november?.y ?? 0) + (november?.height ?? 0), 0)

    const top = page.getByRole('region', { name: 'Top products' }).getByRole('listitem')
    expect(await top.allTextContents()).toEqual([
      expect.stringMatching(/^1Kettle4 clicks\$12\.91$/),
      expect.stringMatching(/^2.*2 clicks\$0\.00$/),
    ])
    // Amazon's picture is shown whole; a deleted product has no page.
    expect(await top.first().locator('img').getAttribute('class')).toContain('object-contain')
    expect(await top.last().getByRole('link').count()).toBe(0)

    // The period stays in the address, also after going back.
    await period(page, 'Week').click()
    await text(page, 'Posted Earnings · Last 4 weeks').waitFor()
    expect(addressOf(page)).toBe('/earnings?period=W')
    expect(await tableOf(page)).toEqual([['Nov 16 – 22', '$12.91', '4']])
    await top.first().getByRole('link', { name: 'Kettle' }).click()
    await page.waitForURL(`**/l/${kettle.shortLinkId}`)
    await page.goBack()
    await text(page, 'Posted Earnings · Last 4 weeks').waitFor()
    expect(await period(page, 'Week').getAttribute('aria-pressed')).toBe('true')

    await period(page, 'Day').click()
    await text(page, 'Posted Earnings · Today').waitFor()
    await text(page, '$0.00').waitFor()
    await text(page, 'All time: $3.36 posted, $9.55 pending').waitFor()
    expect(await figure(page, 'Clicks').textContent()).toBe('1')
    expect(await tableOf(page)).toEqual([
      ['Sun, Nov 22', '$9.55', '1'],
      ['Fri, Nov 20', '$0.00', '3'],
      ['Wed, Nov 18', '$3.36', '0'],
    ])
    await period(page, 'Year').click()
    await text(page, '2026 so far').waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('rowheader', { name: '2026' }).waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
    await page.getByText('How this is counted').click()
    await page.getByText('pending until 45 days after the end of the month of the order').waitFor()

    await goWithin(page, '/my-folio')
    await page.getByRole('link', { name: 'Earnings' }).filter({ visible: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Earnings' }).waitFor({ state: 'attached' })
    expect(await page.title()).toBe('Earnings · Folio')
  })

  it('counts days where the viewer is, and moves nothing on a desktop', async () => {
    const mug = await post(app, theo, { title: 'Mug' })
    const at = new Date('2026-11-22T09:00:00Z')
    await postEarnings(app, theo, [{ gross: 100, at, productId: mug.id }])
    const page = await creatorsPage({ timeZone: 'America/Adak', viewport: desktop })
    await page.goto('/earnings?period=D')
    // 11 at night on Saturday there, and only two hours into Sunday by now.
    await text(page, 'Posted Earnings · Today').waitFor()
    expect(await tableOf(page)).toEqual([['Sat, Nov 21', '$0.80', '0']])
    // Without clicks there is no average per click.
    expect(await figure(page, 'Average per click').textContent()).toBe('—No clicks')
    expect(await figure(page, 'Conversion rate').textContent()).toBe('—No clicks')
    await firstOrder(page).waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.02)
  })

  it('says what failed, tries again, and shows what it has without a network', async () => {
    await aYear()
    const page = await creatorsPage({ viewport: desktop })
    const calls = /\/api\/v1\/me\/(earnings|ledger\/orders)(\?|$)/
    await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/earnings')
    await page.getByText('Failed to load earnings', { exact: true }).waitFor()
    await page.getByText('Failed to load earnings history').waitFor()
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Retry' }).last().click()
    await page.getByRole('list', { name: 'Earnings history' }).waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await text(page, '$9.55 Pending Earnings').waitFor()
    await isFlawless(page, desktop)

    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Profile' }).first().click()
    await page.goBack()
    await page.clock.fastForward(60_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.clock.runFor(10_000)
    await text(page, /^Last read at/).waitFor()
    await text(page, '$9.55 Pending Earnings').waitFor()
    await page.getByRole('list', { name: 'Earnings history' }).waitFor()
    await page.context().setOffline(false)
  })
})
