import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { button, field, fill, signIn, toastOf } from '../helpers/forms.ts'
import { holdScripts } from '../helpers/holding.ts'
import { shiftOf, watchShifts } from '../helpers/looks.ts'
import { addressOf, open, visitor } from '../helpers/visitors.ts'
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

describe('spec section 4: a password reset by the mailed link', () => {
  it('sets the password once, sent before the app took over, signs out everywhere and goes on to sign in', async () => {
    const link = await stage.linkFor(person)
    const context = await visitor(stage.browser, stage.app)
    const later = await open(context, link)
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
    expect(calls).toEqual({ verify: 1, update: 1 })
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(person.email)
    await page.locator('[name=password]:focus').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('folio.session'))).toBeNull()
    const old = await stage.app.request('GET', '/api/v1/me', { token: person.token })
    expect(old.status).toBe(401)
    await fill(page, { Password: newPassword })
    await button(page, 'Log in').click()
    await page.waitForURL('**/feed')
    expect(await statusOfSignIn(stage.app, person.email, person.password)).toBe(400)
    // The link works once.
    await setNewPassword(later, 'yet another one')
    await toastOf(later, 'Reset failed').getByText('Email link is invalid or has expired').waitFor()
    await later.getByRole('link', { name: 'Get a new link' }).click()
    await later.waitForURL('**/forgot')
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })

  it('uses nothing up before the person acts, and goes on where it failed: the link is not followed again', async () => {
    const link = (await stage.linkFor(person)).replace('/auth/reset', '/reset')
    const page = await openAsVisitor(link)
    const calls = countExchanges(page)
    await page.waitForLoadState('networkidle')
    await page.reload()
    await field(page, 'New password').waitFor()
    expect(addressOf(page)).toBe(link)
    expect(calls).toEqual({ verify: 0, update: 0 })
    // Its address, which is worth a password, is told to no other site.
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

  it('is for the account of the link, whoever is signed in', async () => {
    const other = await signUp(stage.app, { first: 'Other' })
    const context = await visitor(stage.browser, stage.app, { as: other })
    const page = await open(context, await stage.linkFor(person))
    const elsewhere = await open(context, '/my-folio')
    await elsewhere.getByText('Other Okafor').waitFor()
    expect(await field(page, 'Current password').count()).toBe(0)
    await setNewPassword(page)
    await page.waitForURL('**/login')
    await elsewhere.waitForURL('**/login')
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(person.email)
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
    expect(await statusOfSignIn(stage.app, other.email, other.password)).toBe(200)
    await signIn(page, { ...person, password: newPassword })
    await page.waitForURL('**/feed')
    await page.getByText('Maya Okafor').waitFor()
    expect(await page.getByText('Other').count()).toBe(0)
  })
})

describe('the server’s own link (GET verify)', () => {
  const verifyAddress = async (challenge?: string) => {
    const link = await stage.linkFor(person, challenge ? { codeChallenge: challenge } : {})
    const token = new URLSearchParams(link.split('?')[1]).get('token_hash')
    return `/auth/v1/verify?type=recovery&token=${token}&redirect_to=${stage.app.url}/auth/reset`
  }

  it('leads on with a session in the fragment, or with the reason why it does not work', async () => {
    const address = await verifyAddress()
    const page = await openAsVisitor(address)
    expect(new URL(page.url()).hash).toContain('access_token=')
    const second = await openAsVisitor(address)
    await toastOf(second, 'Reset failed').getByText('Email link is invalid or has expired').waitFor()
    await second.getByText(missing).waitFor()
    await expect.poll(() => second.url()).toBe(`${stage.app.url}/auth/reset`)
    await setNewPassword(page)
    await page.waitForURL('**/login')
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })

  it('leads on with a code for the browser that asked', async () => {
    const context = await visitor(stage.browser, stage.app)
    const asking = await open(context, '/forgot')
    await fill(asking, { Email: person.email })
    const request = asking.waitForRequest('**/auth/v1/recover*')
    await button(asking, 'Send reset link').click()
    await request
    const { text = '' } = await stage.smtp.mailTo(person.email)
    const token = /token_hash=([\w-]+)/.exec(text)?.[1]
    const page = await open(
      context,
      `/auth/v1/verify?type=recovery&token=${token}&redirect_to=${stage.app.url}/auth/reset`,
    )
    await page.waitForURL((url) => url.search === '')
    await field(page, 'New password').waitFor()
    await setNewPassword(page)
    await page.waitForURL('**/login')
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })
})

describe('the reset page as the server renders it', () => {
  /** Opens it and measures how it moves until it shows a field, or without one that a link is missing. */
  async function openStill(context: BrowserContext, address: string, label: string) {
    const page = await context.newPage()
    await watchShifts(page)
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    if (label) await field(page, label).waitFor()
    else await page.getByText(missing).waitFor()
    expect(await page.getByText(missing).count()).toBe(label ? 0 : 1)
    expect(await shiftOf(page)).toBeLessThan(0.001)
    return page
  }

  it('moves nothing when the app takes over, with a link and for a visitor', async () => {
    const context = await visitor(stage.browser, stage.app)
    await openStill(context, '/auth/reset?token_hash=unused&type=recovery', 'New password')
    await openStill(context, '/auth/reset', '')
  })

  it('nor for someone signed in, to whom it shows that the session has ended elsewhere', async () => {
    const context = await visitor(stage.browser, stage.app, { as: person })
    const page = await openStill(context, '/auth/reset', 'Current password')
    await fill(page, { 'Current password': person.password })
    // What the page asks by itself has been answered: it would else be the one to notice.
    await page.waitForLoadState('networkidle')
    await stage.app.request('POST', '/auth/v1/logout?scope=global', { token: person.token })
    await setNewPassword(page)
    await toastOf(page, 'Reset failed').getByText(missing).waitFor()
    await page.getByRole('heading', { name: 'Reset failed' }).waitFor()
  })
})
