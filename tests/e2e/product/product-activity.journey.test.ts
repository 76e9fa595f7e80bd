import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peoplesAgents, programsAgents } from '../../../src/clicks/testing/agents.ts'
import { ManualClock } from '../../../src/platform/clock.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsOf } from '../helpers/looks.ts'
import { callsTo, post } from '../helpers/shelf.ts'
import { personsBrowser, phone, visitor } from '../helpers/visitors.ts'

// A Sunday evening in New York, after a day of 25 hours.
const now = new Date('2026-11-02T04:30:00Z')
const clicksCall = '**/api/v1/products/*/clicks?*'
const reader = peoplesAgents['Safari on an iPhone']

let app: TestApp
let browser: Browser
let theo: Person

beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startTestApp({ pages: true, clock: new ManualClock(now) }),
    sharedBrowser(),
  ])
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
})
afterAll(async () => {
  await app?.close()
})

/** The owner's page on a phone at that time. */
async function ownersPage(product: ProductRow, { timeZone = 'UTC' } = {}): Promise<Page> {
  const context = await visitor(browser, app, {
    as: theo,
    viewport: phone,
    browser: { ...personsBrowser, hasTouch: true, timezoneId: timeZone },
  })
  const page = await context.newPage()
  await page.clock.install({ time: app.clock.now() })
  await page.goto(`/l/${product.shortLinkId}`)
  await page.getByRole('heading', { name: 'Click Activity' }).waitFor()
  return page
}

/** A click as a visitor's browser, or another program, sends it. */
async function click(product: ProductRow, body: { kind?: string; referrer?: string } = {}, agent = reader) {
  const { status } = await app.request('POST', `/api/v1/products/${product.id}/clicks`, {
    body: { kind: 'view', ...body },
    headers: { 'user-agent': agent },
  })
  expect(status).toBe(201)
}

const setVisible = (page: Page, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    },
    visible ? 'visible' : 'hidden',
  )

const counter = (page: Page) => page.getByRole('heading', { name: /^Your link has been clicked/ })
const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const span = (page: Page, name: string) => page.getByText(name, { exact: true })
const slider = (page: Page) => page.getByRole('slider', { name: /^Click Activity/ })
const emptyText = 'Start sharing this link to see your clicks grow over time.'
const nextAnswer = (page: Page) => page.clock.runFor(5_000)

/** The table behind the chart, row by row, without empty rows. */
async function tableOf(page: Page): Promise<string[][]> {
  const rows = await page.locator('tbody tr').all()
  const texts = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
  return texts.filter(([, people]) => people !== '0')
}

describe('Click Activity (docs/product/product-page.md#click-activity)', () => {
  it('shows clicks live while the page is open', async () => {
    const product = await post(app, theo, { title: 'Kettle' })
    const page = await ownersPage(product)
    await page.getByText(emptyText).waitFor()
    await page.getByText('0 people, 0 previews filtered').waitFor()
    expect(await slider(page).count()).toBe(0)

    await click(product, { referrer: 'https://l.instagram.com/' })
    await click(product, { kind: 'outbound' })
    await click(product, {}, programsAgents.preview['WhatsApp’s'])
    await nextAnswer(page)
    await expect.poll(() => counter(page).textContent()).toBe('Your link has been clicked 1 time')
    await page.getByText('1 person, 1 preview filtered').waitFor()
    await page.getByText('1 pressed Shop on Amazon · 100%').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Instagram' }).waitFor()
    expect(await page.getByText(emptyText).count()).toBe(0)

    // Announced now and then, not at every answer.
    const news = page.getByRole('status').filter({ hasText: '1 new click, 1 in all' })
    expect(await news.count()).toBe(0)
    await page.clock.runFor(60_000)
    await news.waitFor()

    // A hidden page loads nothing; it is up to date as soon as it is visible.
    await setVisible(page, false)
    const asked = callsTo(page, /\/clicks$/)
    await page.clock.runFor(30_000)
    expect(asked).toEqual([])
    await click(product, { referrer: 'https://l.instagram.com/' }, peoplesAgents['Chrome on Android'])
    await page.clock.pauseAt(new Date(now.getTime() + 10 * 60_000))
    await setVisible(page, true)
    const aMomentLater = async () => {
      await page.clock.runFor(1)
      return counter(page).textContent()
    }
    await expect.poll(aMomentLater).toBe('Your link has been clicked 2 times')
    await page.clock.resume()

    await page.getByText('How this is counted').click()
    await page.getByText('at least 1', { exact: true }).waitFor()
    expect(await flawsOf(page)).toEqual([])
  })

  it('counts days, weeks and months where the viewer is, also when clocks change', async () => {
    const product = await post(app, theo, { title: 'Lamp' })
    // In New York: Oct 31 at 23:59, then Nov 1 at 1:30, at 1:30 again, and at 23:15.
    for (const at of ['2026-11-01T03:59Z', '2026-11-01T05:30Z', '2026-11-01T06:30Z', '2026-11-02T04:15Z']) {
      app.clock.set(new Date(at))
      await click(product)
    }
    app.clock.set(now)

    const page = await ownersPage(product, { timeZone: 'America/New_York' })
    await slider(page).focus()
    expect(await slider(page).getAttribute('aria-valuetext')).toBe(
      'Sun, Nov 1: 3 people, 0 pressed Shop on Amazon',
    )
    await page.keyboard.press('ArrowLeft')
    expect(await slider(page).getAttribute('aria-valuetext')).toBe(
      'Sat, Oct 31: 1 person, 0 pressed Shop on Amazon',
    )
    await page.getByText('Sat, Oct 31').filter({ visible: true }).first().waitFor()
    expect(await tableOf(page)).toEqual([
      ['Sun, Nov 1', '3', '0'],
      ['Sat, Oct 31', '1', '0'],
    ])

    // A touch shows a day, and the next one hides it.
    const tip = page.locator('p', { hasText: 'Sat, Oct 31' })
    await slider(page).evaluate((element) => (element as HTMLElement).blur())
    await expect.poll(() => tip.count()).toBe(0)
    for (const shown of [1, 0]) {
      await page.locator('[data-bars] > :nth-last-child(2)').tap()
      await expect.poll(() => tip.count()).toBe(shown)
    }

    // While the next tab loads, the former chart stays.
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(clicksCall, async (route) => {
      await held
      await route.continue()
    })
    await tab(page, 'Week').click()
    await page.locator('[aria-busy=true]', { hasText: 'Last 7 days' }).waitFor()
    arrive()
    await span(page, 'Last 4 weeks').waitFor()
    expect(await tableOf(page)).toEqual([['Oct 26 – Nov 1', '4', '0']])
    await tab(page, 'Month').click()
    await span(page, 'Last 12 months').waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('rowheader', { name: 'November 2026' }).waitFor()
    expect(await slider(page).count()).toBe(0)
    expect(await tableOf(page)).toEqual([
      ['November 2026', '3', '0'],
      ['October 2026', '1', '0'],
    ])
    // The chosen tab is the first one next time.
    await page.reload()
    await span(page, 'Last 12 months').waitFor()
  })
})
