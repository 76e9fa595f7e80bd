import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { signUp } from '../../harness/people.ts'
import { button, fill, toastOf } from '../helpers/forms.ts'
import { goTo, visitor } from '../helpers/visitors.ts'
import { openSettings } from './settings.ts'

let app: TestApp
let browser: Browser
// Browsers accept passkeys only at a host name.
beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startTestApp({ pages: true, env: { HOST: 'localhost' } }),
    sharedBrowser(),
  ])
})
afterAll(() => app?.close())

/** Gives the page's browser an authenticator that is always unlocked, and touched when `touch` says so. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    touch: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

/** Notes in the page's window, from its next document on, that it has asked for passkeys in the e-mail field. */
const notesOffers = (page: Page) =>
  page.addInitScript(() => {
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = (options) => {
      if (options?.mediation === 'conditional') Object.assign(window, { isOffering: true })
      return get(options)
    }
  })

describe('a passkey in the browser', () => {
  it('is added in the settings, signs in on /login at a press and from the e-mail field, and is removed', async () => {
    const person = await signUp(app)
    const page = await openSettings(await visitor(browser, app, { as: person }), '/profile/sign-in')
    const authenticator = await withAuthenticator(page)
    await authenticator.touch(true)
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await passkeys.scrollIntoViewIfNeeded()
    await button(page, 'Add a passkey').click()
    await toastOf(page, 'Passkey added').waitFor()
    await passkeys.getByText('Not used yet').waitFor()
    expect(await authenticator.credentials()).toMatchObject([
      { rpId: 'localhost', isResidentCredential: true, userName: person.email },
    ])

    await authenticator.touch(false)
    await goTo(page, '/profile')
    await button(page, 'Sign Out').click()
    await toastOf(page, 'Signed out successfully').waitFor()
    await notesOffers(page)
    await goTo(page, '/login')
    // Asked for while nothing is touched, the offer is never answered, so the press alone signs in.
    await page.waitForFunction(() => 'isOffering' in window)
    await authenticator.touch(true)
    await button(page, 'Sign in with a passkey').click()
    await page.waitForURL('**/feed')
    await page.getByText('Maya Okafor').waitFor()
    await authenticator.touch(false)

    // What the browser offers in the e-mail field: the touch is that of picking it there, and no button is pressed. It
    // is there before the page asks: Chromium's authenticator never answers what was asked without one.
    await goTo(page, '/profile')
    await button(page, 'Sign Out').click()
    await toastOf(page, 'Signed out successfully').waitFor()
    await authenticator.touch(true)
    await goTo(page, '/login')
    await page.waitForURL('**/feed')
    await page.getByText('Maya Okafor').waitFor()

    await goTo(page, '/profile/sign-in')
    await passkeys.scrollIntoViewIfNeeded()
    await passkeys.getByText('Last used').waitFor()
    await passkeys.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    // It is too new to prove anything (decision 100).
    await fill(page, { 'Your password': person.password })
    await button(page, 'Confirm').click()
    await toastOf(page, 'Passkey removed').waitFor()
    expect(await passkeys.getByRole('listitem').count()).toBe(0)
  })
})
