import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { button, field, signIn, toastOf } from '../helpers/forms.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, goWithin, open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let person: Person

beforeEach(async () => {
  person = await signUp(stage.app)
})

type Stored = { access_token: string; refresh_token: string; expires_at: number }

const sessionOf = (page: Page): Promise<Stored> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('folio.session') ?? 'null'))

const statusOfMe = async (token: string) => (await stage.app.request('GET', '/api/v1/me', { token })).status
const folio = (page: Page) => page.getByRole('heading', { name: /^What do you tell everyone/ })
const inbox = (page: Page) => page.getByRole('link', { name: /^Inbox/ })

/** Makes the stored token one that is renewed before the next call, 90 s before its end. */
const letTokenExpire = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('folio.session') ?? '{}')
    const expires_at = Math.floor(Date.now() / 1000) + 60
    localStorage.setItem('folio.session', JSON.stringify({ ...session, expires_at }))
  })

/** Delays calls that renew the session until that many have been made. */
async function holdRenewals(context: BrowserContext, count: number) {
  const tokens: string[] = []
  let release = () => {}
  const complete = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    tokens.push(route.request().postDataJSON().refresh_token)
    if (tokens.length === count) release()
    await complete
    await route.continue()
  })
  return tokens
}

describe('TOKEN_REFRESHED (docs/product/sign-in.md#sessions)', () => {
  it('by two tabs at once leaves both signed in', async () => {
    const context = await visitor(stage.browser, stage.app, { as: person })
    const [one, two] = [await context.newPage(), await context.newPage()]
    const tokens = await holdRenewals(context, 2)
    // Until it expires no tab runs the app, which might renew it by itself and be counted.
    await one.goto('/robots.txt')
    await letTokenExpire(one)
    await Promise.all([one.goto('/my-folio'), two.goto('/my-folio')])
    await Promise.all([folio(one).waitFor(), folio(two).waitFor()])
    expect(tokens).toHaveLength(2)
    expect(tokens[0]).toBe(tokens[1])
    await letTokenExpire(two)
    for (const page of [one, two]) {
      await inbox(page).click()
      await page.waitForURL('**/inbox')
      await page.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    }
    const stored = await sessionOf(one)
    expect(stored.refresh_token).not.toBe(tokens[0])
    expect(await statusOfMe(stored.access_token)).toBe(200)
    expect([addressOf(one), addressOf(two)]).toEqual(['/inbox', '/inbox'])
  })

  it('comes first when the computer slept past the token’s expiry', async () => {
    const context = await visitor(stage.browser, stage.app, { as: person })
    await context.clock.install({ time: stage.app.clock.now() })
    const page = await open(context, '/my-folio')
    await folio(page).waitFor()
    const before = await sessionOf(page)
    const slept = 8 * 3_600_000
    stage.app.clock.advance(slept)
    onTestFinished(() => stage.app.clock.advance(-slept))
    expect(await statusOfMe(before.access_token)).toBe(401)
    await context.clock.fastForward(slept)
    await inbox(page).click()
    await page.waitForURL('**/inbox')
    await expect.poll(async () => (await sessionOf(page)).access_token).not.toBe(before.access_token)
    await page.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    expect(await statusOfMe((await sessionOf(page)).access_token)).toBe(200)
    expect(addressOf(page)).toBe('/inbox')
  })
})

describe('signing out (docs/product/sign-in.md#signing-out)', () => {
  const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })

  it('ends all sessions, also in other tabs, and shows nothing to the next person', async () => {
    const next = await signUp(stage.app, { first: 'Next' })
    const context = await visitor(stage.browser, stage.app, { as: person })
    const other = await open(context, '/feed')
    await navigation(other).getByRole('link', { name: 'My Folio' }).click()
    await other.getByRole('heading', { name: /^What do you tell everyone/ }).waitFor()
    // The former page's own is still there for a moment, hidden.
    await other.getByRole('link', { name: 'Maya Okafor' }).waitFor()
    const acting = await open(context, '/profile')
    expect(await field(acting, 'First name').inputValue()).toBe('Maya')
    await button(acting, 'Sign Out').click()
    await toastOf(acting, 'Signed out successfully').waitFor()
    await Promise.all([acting.waitForURL('**/login'), other.waitForURL('**/login')])
    expect((await stage.app.request('GET', '/api/v1/me', { token: person.token })).status).toBe(401)

    // Back does not lead in.
    await other.goBack()
    await other.waitForURL('**/feed')
    await other.getByRole('link', { name: 'Log in' }).first().waitFor()
    await goWithin(other, '/my-folio')
    await other.waitForURL('**/login')

    const asked = acting.waitForRequest('**/api/v1/me')
    await signIn(acting, next)
    await acting.waitForURL('**/feed')
    await other.waitForURL('**/my-folio')
    await asked
    for (const page of [acting, other]) {
      await page.getByText('Next Okafor').waitFor()
      expect(await page.getByText('Maya').count()).toBe(0)
    }
  })
})

describe('a session whose token cannot be renewed just now (docs/product/sign-in.md#sessions)', () => {
  /** The page's clock moves on at each check. */
  const patience = { timeout: 40_000 }

  it('stays, and continues when the server answers again', async () => {
    const context = await visitor(stage.browser, stage.app, { as: person })
    // In a page without the app, which might renew it in time.
    const page = await context.newPage()
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('folio.session') ?? '{}')
      localStorage.setItem('folio.session', JSON.stringify({ ...session, expires_at: 1 }))
    })
    await context.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Please try again shortly.' } }),
    )
    // The client tries for half a minute before it gives up for now.
    await page.clock.install()
    await page.goto('/profile')
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000)
        return page.getByText('Failed to load profile').count()
      }, patience)
      .toBe(1)
    expect(addressOf(page)).toBe('/profile')
    await context.unroute('**/auth/v1/token*')
    await page.clock.fastForward(60_000)
    // The session may have been renewed by itself meanwhile, and the page with it.
    await button(page, 'Retry').or(field(page, 'First name')).first().click()
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000)
        return field(page, 'First name').count()
      }, patience)
      .toBe(1)
  })
})
