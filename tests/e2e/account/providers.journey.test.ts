import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeProviders, startFakeProviders } from '../../fakes/oidc.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { button, fill, newcomer, toastOf } from '../helpers/forms.ts'
import { gate } from '../helpers/holding.ts'
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

describe('signing in with a provider (docs/product/sign-in.md#providers)', () => {
  it('goes to Google and comes back signed in, with a clean address; the code works once', async () => {
    const page = await open(await visitor(browser, app), '/feed')
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await button(page, 'Continue with Apple').waitFor()
    let exchanges = 0
    const { opened: held, open: release } = gate()
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
    expect(addressOf(page)).toBe('/feed')
    await page.getByText('Ana Lopez').waitFor()
    expect(exchanges).toBe(1)
    await page.goBack()
    expect(page.url()).not.toContain('code=')
  })

  it('signs up with Apple, and continues to the requested page', async () => {
    const page = await open(await visitor(browser, app), '/my-folio')
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.waitForURL('**/signup')
    await button(page, 'Continue with Apple').click()
    await page.waitForURL('**/my-folio')
    await page.getByText('Ana Lopez').waitFor()
    // An account of a provider begins like any other (docs/product/sign-in.md#first-steps).
    await page.getByRole('region', { name: 'First steps' }).getByText('Your handle: done').waitFor()
  })

  it.each(['Google', 'a password'])(
    'moves nothing when the first steps of an account made with %s come',
    async (way) => {
      const page = await (await visitor(browser, app, { viewport: { width: 1280, height: 800 } })).newPage()
      await watchShifts(page)
      await page.goto('/signup')
      await page.locator('html[data-app]').waitFor({ state: 'attached' })
      if (way === 'Google') await button(page, 'Continue with Google').click()
      else {
        await fill(page, newcomer())
        // What moved in the form is not asked here.
        await page.evaluate(() => Object.assign(window, { layoutShift: 0 }))
        await button(page, 'Sign up').click()
      }
      await page.waitForURL('**/feed')
      await page.getByRole('region', { name: 'First steps' }).getByText('Your handle: done').waitFor()
      // On a slow machine the people beside the feed come before the steps above them, and move by some pixels.
      expect(await shiftOf(page)).toBeLessThan(0.05)
    },
  )

  it('says that it failed when the person cancels, or an error occurs', async () => {
    const page = await open(await visitor(browser, app), '/login')
    for (const [person, name] of [
      ['cancels', 'Google'],
      ['cancels', 'Apple'],
      ['meets_an_error', 'Google'],
    ] as const) {
      providers.behaviour.person = person
      const isBack = page.waitForEvent('load')
      await button(page, `Continue with ${name}`).click()
      await isBack
      await toastOf(page, 'Sign in failed').waitFor()
      await expect.poll(() => page.url()).toBe(`${app.url}/login`)
      expect(await button(page, `Continue with ${name}`).getAttribute('aria-busy')).toBeNull()
      expect(await page.evaluate(() => localStorage.getItem('folio.session'))).toBeNull()
    }
  })
})

describe('the buttons of the providers', () => {
  it('are in the HTML, the same for everyone, move nothing and pass axe', async () => {
    const page = await (await visitor(browser, app)).newPage()
    await watchShifts(page)
    for (const address of ['/login', '/signup']) {
      const { body } = await app.request('GET', address)
      for (const name of names) expect(body).toMatch(new RegExp(`Continue with (<!-- -->)?${name}`))
      await page.goto(address)
      expect(await shiftOf(page)).toBeLessThan(0.001)
      expect(await flawsInEveryLook(page, phone)).toEqual({})
    }
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
