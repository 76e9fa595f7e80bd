import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { WireSession } from '../../../src/identity/contract.ts'
import type { TestApp } from '../../harness/app.ts'
import { type Person, signInAgain } from '../../harness/people.ts'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }

type VisitOptions = {
  /** Signed in from the beginning, and past their first steps. */
  as?: Person | undefined
  viewport?: { width: number; height: number }
  /** Other settings of the browser, such as the time zone. */
  browser?: BrowserContextOptions
}

/** The user agent of a person's browser; that of the headless test browser counts as a bot. */
export const personsBrowser: BrowserContextOptions = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  extraHTTPHeaders: { 'sec-ch-ua': '"Chromium";v="147", "Not=A?Brand";v="8"' },
}

/** A browser profile of its own, closed with the test. A script that fails on one of its pages fails the test. */
export async function visitor(
  browser: Browser,
  app: TestApp,
  { as, viewport = desktop, browser: settings }: VisitOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport,
    // Frames of animations cost a sixth of the processor. The main job's test runs with motion.
    reducedMotion: 'reduce',
    // Its requests would pass by what tests answer in the network's place; tests/e2e/offline has it.
    serviceWorkers: 'block',
    ...settings,
  })
  if (as) {
    await app.database.db
      .updateTable('profiles')
      .set({ first_steps_over: true })
      .where('id', '=', as.id)
      .execute()
    await context.addInitScript(storeOnce, await ownSession(app, as))
  }
  const failures = failuresOf(context)
  onTestFinished(async () => {
    await context.close()
    expect(failures).toEqual([])
  })
  return context
}

/**
 * What goes wrong in the pages of a profile from now on: errors that nobody catches, among them each page that React
 * could not take over as the server drew it (it reports that as an error, and draws the page again), and what the
 * content policy refused.
 */
export function failuresOf(context: BrowserContext): string[] {
  const failures: string[] = []
  context.on('weberror', (failure) => failures.push(failure.error().message))
  context.on('console', (message) => {
    if (/Content Security Policy|requires 'Trusted/.test(message.text())) failures.push(message.text())
  })
  return failures
}

/** In the browser, before any script of the page: as if the person had signed in just before the first page. */
function storeOnce(session: WireSession) {
  if (window.origin === 'null' || localStorage.getItem('test.signed-in')) return
  localStorage.setItem('test.signed-in', 'yes')
  localStorage.setItem('folio.session', JSON.stringify(session))
}

/** Sessions in use by a browser: it renews them by itself, so another browser needs one of its own. */
const inUse = new WeakSet<WireSession>()

async function ownSession(app: TestApp, person: Person): Promise<WireSession> {
  if (inUse.has(person.session)) return signInAgain(app, person)
  inUse.add(person.session)
  return person.session
}

/** Opens a page and waits until the app has taken over the server's HTML, so that its buttons do something. */
export async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await goTo(page, address)
  return page
}

/** The same in an existing tab: each page is requested from the server. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('html[data-app]').waitFor({ state: 'attached' })
}

/** Navigates inside the app, as a link there would, without requesting a page. */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState({}, '', to), address)

/** The address without its origin. */
export const addressOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
