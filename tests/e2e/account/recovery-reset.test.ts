import type { Page } from 'playwright-core'
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
const openSignedIn = async (address: string) =>
  open(await visitor(stage.browser, stage.app, { as: person }), address)
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
  it('sets the password, signs out everywhere and goes on to sign in', async () => {
    const page = await openAsVisitor(await stage.linkFor(person))
    const calls = countExchanges(page)
    await setNewPassword(page)
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
  })

  it('uses nothing up before the person acts, and then cleans the address', async () => {
    const link = await stage.linkFor(person)
    const page = await openAsVisitor(link)
    const calls = countExchanges(page)
    await page.waitForLoadState('networkidle')
    await page.reload()
    await field(page, 'New password').waitFor()
    expect(addressOf(page)).toBe(link)
    expect(calls).toEqual({ verify: 0, update: 0 })
    await page.route('**/auth/v1/user', (route) => route.abort())
    await setNewPassword(page)
    await page.waitForURL((url) => url.search === '')
    expect(addressOf(page)).toBe('/auth/reset')
  })

  it.each(['/auth/reset', '/reset'])('works at %s', async (path) => {
    const link = await stage.linkFor(person)
    const page = await openAsVisitor(link.replace('/auth/reset', path))
    await setNewPassword(page)
    await page.waitForURL('**/login')
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })

  it('acts once on a double click', async () => {
    const page = await openAsVisitor(await stage.linkFor(person))
    const calls = countExchanges(page)
    await fill(page, { 'New password': newPassword, 'Confirm password': newPassword })
    await button(page, 'Update password').dblclick()
    await page.waitForURL('**/login')
    expect(calls).toEqual({ verify: 1, update: 1 })
  })

  it('goes on where it failed, also after a reload: the link is not followed again', async () => {
    const page = await openAsVisitor(await stage.linkFor(person))
    const calls = countExchanges(page)
    await page.route('**/auth/v1/user', (route) => route.abort())
    await setNewPassword(page)
    await toastOf(page, 'Reset failed').getByText('You appear to be offline.').waitFor()
    expect(await field(page, 'New password').inputValue()).toBe(newPassword)
    await page.unroute('**/auth/v1/user')
    await page.reload()
    await page.locator('form:not([data-waiting])').waitFor()
    expect(await field(page, 'Current password').count()).toBe(0)
    await setNewPassword(page)
    await page.waitForURL('**/login')
    expect(calls.verify).toBe(1)
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })

  it('sets one password by a link; for another one it asks for the current one', async () => {
    const page = await openAsVisitor(await stage.linkFor(person))
    await page.route('**/auth/v1/user', (route) => route.abort())
    await setNewPassword(page)
    await toastOf(page, 'Reset failed').waitFor()
    await page.unroute('**/auth/v1/user')
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('folio.session') ?? '{}').access_token,
    )
    const first = await stage.app.request('PUT', '/auth/v1/user', {
      token,
      body: { password: 'the first one' },
    })
    expect(first.status).toBe(200)
    await button(page, 'Update password').click()
    await fill(page, { 'Current password': 'the first one' })
    expect(await field(page, 'New password').inputValue()).toBe(newPassword)
    await button(page, 'Update password').click()
    await page.waitForURL('**/login')
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })

  it('repeats why the server does not take the password, beside the field', async () => {
    const page = await openAsVisitor(await stage.linkFor(person))
    const calls = countExchanges(page)
    await setNewPassword(page, 'password')
    await toastOf(page, 'Reset failed').waitFor()
    expect(await field(page, 'New password').getAttribute('aria-invalid')).toBe('true')
    await setNewPassword(page)
    await page.waitForURL('**/login')
    expect(calls).toEqual({ verify: 1, update: 2 })
  })

  it('tells that a link does not work any more, and the way to another', async () => {
    const link = await stage.linkFor(person)
    const [first, second] = [await openAsVisitor(link), await openAsVisitor(link)]
    await setNewPassword(first)
    await first.waitForURL('**/login')
    await setNewPassword(second)
    await toastOf(second, 'Reset failed').getByText('Email link is invalid or has expired').waitFor()
    expect(await field(second, 'New password').inputValue()).toBe(newPassword)
    await second.getByRole('main').getByText('Email link is invalid or has expired').waitFor()
    await second.getByRole('link', { name: 'Get a new link' }).click()
    await second.waitForURL('**/forgot')
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

  it('is told to no other site', async () => {
    const page = await openAsVisitor(await stage.linkFor(person))
    expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer')
    const request = page.waitForRequest('**/auth/v1/verify')
    await setNewPassword(page)
    expect((await request).headers().referer ?? '').toBe('')
    await page.waitForURL('**/login')
  })
})

describe('spec section 5: the new password', () => {
  it.each([
    ['1234567', '1234567', 'Password too short', 'Use at least 8 characters.', 'New password'],
    ['', '', 'Password too short', 'Use at least 8 characters.', 'New password'],
    [
      newPassword,
      'another one',
      'Passwords do not match',
      'Make sure both fields match.',
      'Confirm password',
    ],
  ])('%j with %j: %s', async (password, confirm, title, message, label) => {
    const page = await openAsVisitor('/auth/reset?token_hash=unused&type=recovery')
    const calls = countExchanges(page)
    await setNewPassword(page, password, confirm)
    await toastOf(page, title).getByText(message).waitFor()
    await page.getByRole('main').getByText(message).waitFor()
    expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
    expect(calls).toEqual({ verify: 0, update: 0 })
  })

  it('shows its strength, and itself on demand', async () => {
    const page = await openAsVisitor('/auth/reset?token_hash=unused&type=recovery')
    for (const [password, strength] of [
      ['12345', 'Weak'],
      ['123456', 'Medium'],
      ['12345678', 'Strong'],
    ] as const) {
      await field(page, 'New password').fill(password)
      await page.getByText(`Password strength: ${strength}`, { exact: true }).waitFor()
    }
    await button(page, 'Show password').first().click()
    expect(await field(page, 'New password').getAttribute('type')).toBe('text')
    expect(await field(page, 'Confirm password').getAttribute('type')).toBe('password')
  })
})

describe('spec section 2: /auth/reset without a link', () => {
  it('tells a visitor to open it from the mail', async () => {
    const page = await openAsVisitor('/auth/reset')
    await page.getByRole('heading', { name: 'Reset failed' }).waitFor()
    await page.getByText(missing).waitFor()
    await page.getByRole('link', { name: 'Get a reset link' }).click()
    await page.waitForURL('**/forgot')
  })

  it('asks someone signed in for the current password (decisions: Accounts)', async () => {
    const page = await openSignedIn('/auth/reset')
    await page.locator('[name=current_password]:focus').waitFor()
    await setNewPassword(page)
    await page.getByText('Current password is required').waitFor()
    await fill(page, { 'Current password': 'a wrong one' })
    await button(page, 'Update password').click()
    await toastOf(page, 'Reset failed').getByText('Current password is not correct').waitFor()
    expect(await field(page, 'Current password').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'New password').inputValue()).toBe(newPassword)
    await fill(page, { 'Current password': person.password })
    await button(page, 'Update password').click()
    await toastOf(page, 'Password updated.').waitFor()
    await page.waitForURL('**/login')
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })

  it('tells password managers which account it is', async () => {
    const page = await openSignedIn('/auth/reset')
    const purposes = () =>
      page
        .locator('form input')
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
    await expect.poll(purposes).toEqual(['username', 'current-password', 'new-password', 'new-password'])
    expect(await page.locator('[autocomplete=username]').inputValue()).toBe(person.email)
  })

  it('offers a link to an account that has no password', async () => {
    const context = await visitor(stage.browser, stage.app, { as: person })
    await stage.app.database.pool.query('update users set password_hash = null where id = $1', [person.id])
    const page = await open(context, '/auth/reset')
    await page.getByText('Your account has no password yet.').waitFor()
    await button(page, 'Send reset link').click()
    await toastOf(page, 'Check your email').waitFor()
    await page.getByRole('button', { name: /^Resend in \d+s$/ }).waitFor()
    await stage.smtp.mailTo(person.email)
  })

  it('shows that the session has ended elsewhere', async () => {
    const page = await openSignedIn('/auth/reset')
    await fill(page, { 'Current password': person.password })
    // What the page asks by itself has been answered: it would else be the one to notice.
    await page.waitForLoadState('networkidle')
    await stage.app.request('POST', '/auth/v1/logout?scope=global', { token: person.token })
    await setNewPassword(page)
    await toastOf(page, 'Reset failed').getByText(missing).waitFor()
    await page.getByRole('heading', { name: 'Reset failed' }).waitFor()
  })
})

describe('the server’s own link (GET verify)', () => {
  const verifyAddress = async (challenge?: string) => {
    const link = await stage.linkFor(person, challenge ? { codeChallenge: challenge } : {})
    const token = new URLSearchParams(link.split('?')[1]).get('token_hash')
    return `/auth/v1/verify?type=recovery&token=${token}&redirect_to=${stage.app.url}/auth/reset`
  }

  it('leads on with a session in the fragment', async () => {
    const page = await openAsVisitor(await verifyAddress())
    expect(new URL(page.url()).hash).toContain('access_token=')
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

  it('leads on with the reason why it does not work', async () => {
    const address = await verifyAddress()
    await openAsVisitor(address)
    const page = await openAsVisitor(address)
    await toastOf(page, 'Reset failed').getByText('Email link is invalid or has expired').waitFor()
    await page.getByText(missing).waitFor()
    await expect.poll(() => page.url()).toBe(`${stage.app.url}/auth/reset`)
  })
})

describe('the reset page as the server renders it', () => {
  it.each([
    ['with a link', '/auth/reset?token_hash=unused&type=recovery', false, 'New password'],
    ['for a visitor', '/auth/reset', false, ''],
    ['for someone signed in', '/auth/reset', true, 'Current password'],
  ])('moves nothing when the app takes over, %s', async (_, address, signedIn, label) => {
    const context = await visitor(stage.browser, stage.app, signedIn ? { as: person } : {})
    const page = await context.newPage()
    await watchShifts(page)
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    if (label) await field(page, label).waitFor()
    else await page.getByText(missing).waitFor()
    expect(await page.getByText(missing).count()).toBe(label ? 0 : 1)
    expect(await shiftOf(page)).toBeLessThan(0.001)
  })

  it('sends what was typed, and sent, before the app took over', async () => {
    const link = await stage.linkFor(person)
    const page = await (await visitor(stage.browser, stage.app)).newPage()
    const release = await holdScripts(page)
    await page.goto(link, { waitUntil: 'commit' })
    expect(await field(page, 'Current password').isVisible()).toBe(false)
    await fill(page, { 'New password': newPassword, 'Confirm password': newPassword })
    await field(page, 'Confirm password').press('Enter')
    release()
    await page.waitForURL('**/login')
    expect(await statusOfSignIn(stage.app, person.email, newPassword)).toBe(200)
  })
})
