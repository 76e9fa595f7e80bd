import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { button, field, fill, toastOf } from '../helpers/forms.ts'
import { holdScripts } from '../helpers/holding.ts'
import { shiftOf, watchShifts } from '../helpers/looks.ts'
import { addressOf, goTo, goWithin, open, visitor } from '../helpers/visitors.ts'
import { newPassword, setNewPassword, setRecoveryStage, statusOfSignIn } from './recovery-stage.ts'

const stage = setRecoveryStage()
let person: Person

beforeEach(async () => {
  person = await signUp(stage.app)
})

const openAsVisitor = async (address: string) => open(await visitor(stage.browser, stage.app), address)
const missing = 'Please open this page from the reset email link.'

/** Counts the calls that use up a link. */
function countExchanges(page: Page) {
  const calls = { verify: 0, update: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/auth/v1/verify')) calls.verify++
    if (request.method() === 'PUT' && request.url().includes('/auth/v1/user')) calls.update++
  })
  return calls
}

describe('a password reset by the mailed link (docs/product/reset.md#new-password)', () => {
  it('sets the password once, sent before the app took over, whoever is signed in, and signs out everywhere', async () => {
    const other = await signUp(stage.app, { first: 'Other' })
    const link = await stage.linkFor(person)
    const context = await visitor(stage.browser, stage.app, { as: other })
    const elsewhere = await open(context, '/my-folio')
    await elsewhere.getByText('Other Okafor').waitFor()
    const page = await context.newPage()
    const calls = countExchanges(page)
    const release = await holdScripts(page)
    await page.goto(link, { waitUntil: 'commit' })
    expect(await field(page, 'Current password').isVisible()).toBe(false)
    await fill(page, { 'New password': newPassword, 'Confirm password': newPassword })
    await field(page, 'Confirm password').press('Enter')
    release()
    await toastOf(page, 'Password updated.').waitFor()
    await page.waitForURL('**/login')
    await elsewhere.waitForURL('**/login')
    expect(calls).toEqual({ verify: 1, update: 1 })
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(person.email)
    await page.locator('[name=password]:focus').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('folio.session'))).toBeNull()
    const old = await stage.app.request('GET', '/api/v1/me', { token: person.token })
    expect(old.status).toBe(401)
    // The link works once, and says so before anything is typed.
    await goWithin(elsewhere, link)
    await elsewhere.getByText('Email link is invalid or has expired').waitFor()
    await elsewhere.getByRole('link', { name: 'Get a reset link' }).click()
    await elsewhere.waitForURL('**/forgot')

    await fill(page, { Password: newPassword })
    await button(page, 'Log in').click()
    await page.waitForURL('**/feed')
    await page.getByText('Maya Okafor').waitFor()
    expect(await page.getByText('Other').count()).toBe(0)
    expect(await statusOfSignIn(stage.app, person.email, person.password)).toBe(400)
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
    expect(await statusOfSignIn(stage.app, other.email, other.password)).toBe(200)
  })

  it('uses the link only when the person sends the form, and repeats only the failed step', async () => {
    const link = (await stage.linkFor(person)).replace('/auth/reset', '/reset')
    const page = await (await visitor(stage.browser, stage.app)).newPage()
    const calls = countExchanges(page)
    await watchShifts(page)
    await goTo(page, link)
    await page.reload()
    await field(page, 'New password').waitFor()
    await expect.poll(() => page.getByText(missing).count()).toBe(0)
    expect(await shiftOf(page)).toBeLessThan(0.001)
    expect(addressOf(page)).toBe(link)
    expect(calls).toEqual({ verify: 0, update: 0 })
    // Its URL, which allows setting a password, is sent to no other site.
    expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer')
    const request = page.waitForRequest('**/auth/v1/verify')
    await page.route('**/auth/v1/user', (route) => route.abort())
    await setNewPassword(page)
    expect((await request).headers().referer ?? '').toBe('')
    await toastOf(page, 'Reset failed').getByText('You appear to be offline.').waitFor()
    await page.waitForURL((url) => url.search === '')
    expect(addressOf(page)).toBe('/reset')
    await page.unroute('**/auth/v1/user')
    await page.reload()
    await page.locator('form:not([data-waiting])').waitFor()
    expect(await field(page, 'Current password').count()).toBe(0)
    await setNewPassword(page)
    await page.waitForURL('**/login')
    expect(calls.verify).toBe(1)
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })
})

describe('the server’s own link (GET verify)', () => {
  const verifyAddress = (token: string | null) =>
    `/auth/v1/verify?type=recovery&token=${token}&redirect_to=${stage.app.url}/auth/reset`

  it('redirects with a session in the fragment, an error, or a code for the browser that asked', async () => {
    const token = new URLSearchParams((await stage.linkFor(person)).split('?')[1]).get('token_hash')
    const page = await openAsVisitor(verifyAddress(token))
    expect(new URL(page.url()).hash).toContain('access_token=')
    await setNewPassword(page)
    await page.waitForURL('**/login')
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)

    await goTo(page, verifyAddress(token))
    await toastOf(page, 'Reset failed').getByText('Email link is invalid or has expired').waitFor()
    await page.getByText(missing).waitFor()
    await expect.poll(() => page.url()).toBe(`${stage.app.url}/auth/reset`)

    const other = await signUp(stage.app)
    await goWithin(page, '/forgot')
    await fill(page, { Email: other.email })
    const request = page.waitForRequest('**/auth/v1/recover*')
    await button(page, 'Send reset link').click()
    expect((await request).postDataJSON().code_challenge).toBeTruthy()
    const { text = '' } = await stage.smtp.mailTo(other.email)
    await goTo(page, verifyAddress(/token_hash=([\w-]+)/.exec(text)?.[1] ?? null))
    await page.waitForURL((url) => url.search === '')
    await field(page, 'New password').waitFor()
    await setNewPassword(page)
    await page.waitForURL('**/login')
    expect(await statusOfSignIn(stage.app, other.email, newPassword)).toBe(200)
  })
})

describe('the reset page as the server renders it', () => {
  it('moves nothing, neither for someone signed in, whose session it ends, nor for a visitor afterwards', async () => {
    const page = await (await visitor(stage.browser, stage.app, { as: person })).newPage()
    await watchShifts(page)
    await goTo(page, '/auth/reset')
    await field(page, 'Current password').waitFor()
    await expect.poll(() => page.getByText(missing).count()).toBe(0)
    expect(await shiftOf(page)).toBeLessThan(0.001)
    await fill(page, { 'Current password': person.password })
    await stage.app.request('POST', '/auth/v1/logout?scope=global', { token: person.token })
    await setNewPassword(page)
    await toastOf(page, 'Reset failed').getByText(missing).waitFor()
    await page.getByRole('heading', { name: 'Reset failed' }).waitFor()
    await goTo(page, '/auth/reset')
    await page.getByText(missing).waitFor()
    expect(await shiftOf(page)).toBeLessThan(0.001)
  })
})
