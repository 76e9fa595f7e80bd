import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeProviders, startFakeProviders } from '../../fakes/oidc.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { button, toastOf } from '../helpers/forms.ts'
import { flawsInEveryLook, shiftOf, watchShifts } from '../helpers/looks.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'

let providers: FakeProviders
let app: TestApp
let browser: Browser

beforeAll(async () => {
  providers = await startFakeProviders()
  ;[app, browser] = await Promise.all([startTestApp({ pages: true, env: providers.env }), sharedBrowser()])
})
afterAll(async () => {
  await app?.close()
  await providers?.close()
})
beforeEach(() => providers.reset())

const names = ['Google', 'Apple']

describe('signing in with a provider (spec section 3: identities)', () => {
  it.each(names)('goes to %s and comes back signed in, with a clean address', async (name) => {
    const page = await open(await visitor(browser, app), '/login')
    await button(page, `Continue with ${name}`).click()
    await page.waitForURL('**/feed')
    expect(addressOf(page)).toBe('/feed')
    await page.getByText('Ana Lopez').waitFor()
    await page.goBack()
    expect(page.url()).not.toContain('code=')
  })

  it.each(names)('signs up with %s', async (name) => {
    const page = await open(await visitor(browser, app), '/signup')
    await button(page, `Continue with ${name}`).click()
    await page.waitForURL('**/feed')
    await page.getByText('Ana Lopez').waitFor()
  })

  it('goes on to the page that was wanted', async () => {
    const page = await open(await visitor(browser, app), '/login')
    await page.goto('/my-folio')
    await page.waitForURL('**/login')
    await button(page, 'Continue with Google').click()
    await page.waitForURL('**/my-folio')
  })

  it('shows that it is under way, and takes no second code', async () => {
    const page = await open(await visitor(browser, app), '/login')
    let exchanges = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/auth/v1/token*', async (route) => {
      exchanges++
      await held
      await route.continue()
    })
    await button(page, 'Continue with Google').click()
    await page.waitForURL((url) => url.pathname === '/login' && url.search === '')
    await page.getByRole('status').getByText('Loading').waitFor()
    release()
    await page.waitForURL('**/feed')
    expect(exchanges).toBe(1)
  })

  it.each([
    ['cancels', 'Google'],
    ['cancels', 'Apple'],
    ['meets_an_error', 'Google'],
  ] as const)('tells that it failed when the person %s (%s)', async (person, name) => {
    providers.behaviour.person = person
    const page = await open(await visitor(browser, app), '/login')
    await button(page, `Continue with ${name}`).click()
    await toastOf(page, 'Sign in failed').waitFor()
    await expect.poll(() => page.url()).toBe(`${app.url}/login`)
    expect(await button(page, `Continue with ${name}`).getAttribute('aria-busy')).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('folio.session'))).toBeNull()
  })

  it('repeats the reason, as text', async () => {
    const page = await open(
      await visitor(browser, app),
      '/login?error=access_denied&error_description=%3Cb%3EYou%20said%20no%3C%2Fb%3E',
    )
    await toastOf(page, 'Sign in failed').getByText('<b>You said no</b>').waitFor()
    await expect.poll(() => addressOf(page)).toBe('/login')
  })

  it('refuses a code that another browser was given', async () => {
    const page = await open(await visitor(browser, app), '/login?code=of-somebody-else')
    await toastOf(page, 'Sign in failed').getByText('This was begun in another browser.').waitFor()
    await expect.poll(() => addressOf(page)).toBe('/login')
  })

  it('says that there is no network, before leaving', async () => {
    const context = await visitor(browser, app)
    const page = await open(context, '/login')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await button(page, 'Continue with Google').click()
    await toastOf(page, 'Error').getByText('You appear to be offline.').waitFor()
    expect(addressOf(page)).toBe('/login')
    expect(await button(page, 'Continue with Google').getAttribute('aria-busy')).toBeNull()
  })
})

describe('the buttons of the providers', () => {
  it.each(['/login', '/signup'])(
    'stand in the HTML of %s, the same for everyone, and move nothing',
    async (address) => {
      const { body } = await app.request('GET', address)
      for (const name of names) expect(body).toMatch(new RegExp(`Continue with (<!-- -->)?${name}`))
      const page = await (await visitor(browser, app)).newPage()
      await watchShifts(page)
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      expect(await shiftOf(page)).toBeLessThan(0.001)
    },
  )

  it('are there when one comes from another page', async () => {
    const page = await open(await visitor(browser, app), '/feed')
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await button(page, 'Continue with Google').waitFor()
    await button(page, 'Continue with Apple').waitFor()
  })

  it('have no flaw a machine can find, light or dark', async () => {
    const page = await open(await visitor(browser, app, { viewport: phone }), '/login')
    expect(await flawsInEveryLook(page, phone)).toEqual({})
  })
})

describe('without settings for a provider', () => {
  it('shows no button', async () => {
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_TEST_ORIGIN } = providers.env
    const onlyGoogle = { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_TEST_ORIGIN } as Record<string, string>
    for (const [env, shown] of [
      [{}, []],
      [onlyGoogle, ['Google']],
    ] as const) {
      const other = await startTestApp({ pages: true, env })
      const { body } = await other.request('GET', '/login')
      await other.close()
      const found = names.filter((name) => new RegExp(`Continue with (<!-- -->)?${name}`).test(body))
      expect(found).toEqual(shown)
    }
  })
})
