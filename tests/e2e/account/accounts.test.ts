import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { button, field, fill, newcomer, toastOf } from '../helpers/forms.ts'
import { holdScripts } from '../helpers/holding.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
})

describe('/signup (docs/product/sign-in.md#sign-up)', () => {
  it('makes an account, says so and leads to the feed, signed in', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/signup')
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Privacy Policy' }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
    await page.getByText('As an Amazon Associate I earn from qualifying purchases.').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Sign up' }).click()

    const values = newcomer()
    await fill(page, { ...values, Email: maya.email })
    await button(page, 'Sign up').click()
    await toastOf(page, 'Sign up failed').getByText('User already registered').waitFor()
    await fill(page, { ...values, Password: 'password' })
    const refused = page.waitForResponse('**/auth/v1/signup*')
    await button(page, 'Sign up').click()
    const { weak_password, message } = await (await refused).json()
    expect(weak_password.reasons).toEqual(['pwned'])
    await page.getByRole('main').getByText(message).waitFor()
    await fill(page, values)
    await button(page, 'Sign up').click()
    await page.waitForURL('**/feed')
    await toastOf(page, 'Account created successfully! 🎉').waitFor()
    await page.getByText('Ana López').waitFor()
  })
})

describe('/login (docs/product/sign-in.md#log-in)', () => {
  it('says what went wrong, signs in, leads to the feed, and ends the form in another tab (docs/product/sign-in.md#sessions)', async () => {
    const context = await visitor(stage.browser, stage.app)
    const waiting = await open(context, '/signup')
    const page = await open(context, '/feed')
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Share products, earn together' }).waitFor()
    await fill(page, { Email: ` ${maya.email} `, Password: 'wrong password' })
    await button(page, 'Log in').click()
    await toastOf(page, 'Sign in failed').getByText('Invalid login credentials').waitFor()
    await fill(page, { Password: maya.password })
    await field(page, 'Password').press('Enter')
    for (const tab of [page, waiting]) {
      await tab.waitForURL('**/feed')
      await tab.getByText('Maya Okafor').waitFor()
    }
    // Back does not lead to the form again.
    await page.goBack()
    expect(addressOf(page)).toBe('/feed')
  })
})

describe('a form that the server rendered', () => {
  /** Sends the form of a page whose scripts are still loading. */
  async function sendEarly(page: Page, address: string, values: Record<string, string>) {
    const release = await holdScripts(page)
    await page.goto(address, { waitUntil: 'commit' })
    await fill(page, values)
    await page.locator('form input').last().press('Enter')
    expect(addressOf(page)).toBe(address)
    release()
  }

  it('loses nothing that was typed or sent before the app took over', async () => {
    const context = await visitor(stage.browser, stage.app)
    const forgot = await context.newPage()
    await sendEarly(forgot, '/forgot', { Email: 'early@example.com' })
    await toastOf(forgot, 'Check your email').waitFor()
    const page = await context.newPage()
    await sendEarly(page, '/login', { Email: maya.email, Password: maya.password })
    await page.waitForURL('**/feed')
    await page.getByText('Maya Okafor').waitFor()
  })
})
