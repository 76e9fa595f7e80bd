import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../tests/harness/browser.ts'
import { atMost, type Finding, median, whole } from '../report.ts'
import type { Setting } from '../stage/setting.ts'
import { findCollector, password, signInAs } from '../stage/sign-in.ts'

const phone = { width: 390, height: 844 }
const slowdown = 4
const rounds = 5
const maxMs = 100

/** Presses and keys of one screen; the page is as `open` left it. */
type Step = { what: string; at: string; act: (page: Page) => Promise<void> }

const press = (page: Page, role: 'button' | 'checkbox', name: string | RegExp) =>
  page.getByRole(role, { name }).first().click()

const steps: Step[] = [
  { what: 'the feed: another layout', at: '/feed', act: (page) => press(page, 'button', 'List View') },
  { what: 'the feed: a category', at: '/feed', act: (page) => press(page, 'button', 'Home') },
  {
    what: 'search: each letter',
    at: '/feed',
    act: async (page) => {
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page
        .getByRole('combobox', { name: 'Search by product or tags' })
        .pressSequentially('lamp', { delay: 150 })
    },
  },
  {
    what: 'adding: the dialog, and a link in it',
    at: '/feed',
    act: async (page) => {
      await press(page, 'button', /^Add/)
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .first()
        .pressSequentially('https://a.co/d/1', { delay: 50 })
    },
  },
  { what: 'the Inbox: one item', at: '/inbox', act: (page) => press(page, 'checkbox', /^Select /) },
  { what: 'the Inbox: all items', at: '/inbox', act: (page) => press(page, 'checkbox', 'Select all') },
]

/**
 * How long a creator's phone, a processor slowed down to a quarter, takes until what a press or key changes is drawn:
 * the slowest of a step, as the browser's event timing says it, the median of five visits.
 */
export async function interactionsFigure(setting: Setting): Promise<Finding[]> {
  const { pool } = await setting.database()
  const { url } = await setting.app()
  const { userId } = await signInAs({ url, pool }, await findCollector(pool))
  const { rows } = await pool.query<{ email: string }>(
    `with over as (update profiles set first_steps_over = true where id = $1)
     select email from users where id = $1`,
    [userId],
  )
  const browser = await launchBrowser()
  try {
    const open = await signedIn(browser, url, rows[0]?.email ?? '')
    const findings: Finding[] = []
    for (const step of steps) {
      const taken: number[] = []
      for (let i = 0; i < rounds; i++) taken.push(await slowest(await open(step.at), step))
      const ms = median(taken)
      findings.push({
        what: step.what,
        measured: `${whole(ms)} ms`,
        ...atMost(maxMs, ms, (value) => `${whole(value)} ms`),
        detail: taken.map(whole).join(', '),
      })
    }
    return findings
  } finally {
    await browser.close()
  }
}

/** Signs in by the form, and opens pages of that profile with a slow processor. */
async function signedIn(
  browser: Browser,
  url: string,
  email: string,
): Promise<(address: string) => Promise<Page>> {
  const context = await browser.newContext({ baseURL: url, viewport: phone, hasTouch: true })
  await context.addInitScript(watchInteractions)
  const page = await context.newPage()
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return async (address) => {
    await page.goto(address, { waitUntil: 'networkidle' })
    // The network rests too before the app is asked for, and what is pressed then waits for all of it or is lost.
    await page.waitForSelector('html[data-app]')
    return page
  }
}

async function slowest(page: Page, { act }: Step): Promise<number> {
  await page.evaluate(() => {
    window.slowestInteractionMs = 0
  })
  await act(page)
  // Timings come after the frame that shows what changed.
  await page.waitForTimeout(500)
  return page.evaluate(() => window.slowestInteractionMs)
}

declare global {
  interface Window {
    slowestInteractionMs: number
  }
}

/** In the browser: what is faster than 16 ms is not told of. */
function watchInteractions() {
  window.slowestInteractionMs = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId)
        window.slowestInteractionMs = Math.max(window.slowestInteractionMs, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}
