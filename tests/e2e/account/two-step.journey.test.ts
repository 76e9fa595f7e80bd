import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeEnrolmentCode } from '../../../src/identity/index.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { signUpAdmin } from '../../harness/people.ts'
import { step } from '../admin/admins.ts'
import { button, field, signIn, toastOf } from '../helpers/forms.ts'
import { goTo, phone, visitor } from '../helpers/visitors.ts'
import { openSettings } from './settings.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startTestApp({ pages: true, env: { ADMIN_TWO_STEP: 'required' } }),
    sharedBrowser(),
  ])
})
afterAll(() => app?.close())

async function signOut(page: Page) {
  await goTo(page, '/profile')
  await button(page, 'Sign Out').click()
  await toastOf(page, 'Signed out successfully').waitFor()
  await goTo(page, '/login')
}

it('two-step verification is turned on, signs in by code and recovery code, is required again before admin work on money, and turned off', async () => {
  const ada = await signUpAdmin(app)
  const page = await openSettings(
    await visitor(browser, app, { as: ada, viewport: phone }),
    '/profile/sign-in',
  )
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await section.getByText('Admins here sign in with two steps').waitFor()
  await section.getByRole('button', { name: 'Turn on' }).click()
  const context = { db: app.database.db, actor: null, clock: app.clock.now }
  const enrolmentCode = (await makeEnrolmentCode(context, ada.email, async () => {})) ?? ''
  await field(page, 'Code').fill(enrolmentCode)
  await button(page, 'Confirm').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const address = (await dialog.getByRole('link', { name: 'Open your app' }).getAttribute('href')) ?? ''
  const secret = new URL(address).searchParams.get('secret') ?? ''
  /** A code that was not used before. */
  const code = () => {
    app.clock.advance(30_000)
    return new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })
  }
  await field(page, 'Code').fill(code())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('They are shown only now').waitFor()
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes.length).toBeGreaterThan(5)
  await button(page, 'I have saved them').click()
  await section.getByText(`You have ${codes.length} recovery codes left`).waitFor()

  await signOut(page)
  await signIn(page, ada)
  await field(page, 'Code').fill(code())
  await button(page, 'Continue').click()
  await page.waitForURL('**/feed')

  await signOut(page)
  await signIn(page, ada)
  await button(page, 'Use a recovery code').click()
  await field(page, 'Recovery code').fill(codes[0] ?? '')
  await button(page, 'Continue').click()
  await page.waitForURL('**/feed')

  await goTo(page, '/admin')
  const part = step(page, 'CSV import')
  await part.getByLabel('Commission report').fill('no report')
  app.clock.advance(16 * 60_000)
  await part.getByRole('button', { name: 'Preview' }).click()
  const again = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const imports = page.waitForResponse(
    (answer) => answer.url().includes('/admin/imports') && answer.status() !== 403,
  )
  await again.getByLabel('Code', { exact: true }).fill(code())
  await again.getByRole('button', { name: 'Continue' }).click()
  await imports
  await again.waitFor({ state: 'hidden' })

  await goTo(page, '/profile/sign-in')
  await section.getByText(`You have ${codes.length - 1} recovery codes left`).waitFor()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await toastOf(page, 'Two-step verification is off').waitFor()
  await section.getByRole('button', { name: 'Turn on' }).waitFor()
})
