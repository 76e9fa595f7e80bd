import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { authError } from '../../../identity/errors.ts'
import { button, field, fill, toastOf } from '../../testing/forms.ts'
import { me } from '../../testing/people.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { appId, factor, person, sessionOf, sessionWith, setId } from '../../testing/session.ts'
import { answerWire, sentByWire } from '../../testing/wire.ts'
import { ResetPage } from '../reset/reset-page.tsx'
import { LoginPage } from '../sign-in/login-page.tsx'
import { TwoStepSection } from './two-step-section.tsx'

const otherAppId = '0193a000-0000-7000-8000-000000000777'
const challenge = 'POST /auth/v1/factors/:id/challenge'
const verify = 'POST /auth/v1/factors/:id/verify'
const asked = () => ({ id: setId, type: 'totp' as const, expires_at: 2_000_000_000 })

async function signInHalfway() {
  answerWire({ 'POST /auth/v1/token': () => sessionWith('aal1'), [challenge]: asked })
  const screen = await renderScreen(<LoginPage />, { route: '/login', session: null })
  await fill({ Email: person.email, Password: 'correct horse' })
  await button('Log in').click()
  await expect.element(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  return screen
}

describe('signing in to an account with two-step verification', () => {
  it('asks for a code, says when it is wrong, and goes on with the right one', async () => {
    const { router } = await signInHalfway()
    answerWire({
      [verify]: () => {
        throw authError('mfa_verification_failed')
      },
    })
    await field('Code').fill('12 34')
    await button('Continue').click()
    await expect.element(page.getByText('Enter the 6 digits that your app shows.')).toBeVisible()
    await field('Code').fill('123 456')
    await button('Continue').click()
    await expect.element(toastOf('That code is not right')).toBeVisible()
    answerWire({ [verify]: () => sessionWith('aal2') })
    await button('Continue').click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
  })

  it('asks the app first that was asked last, of several', async () => {
    const apps = [appId, otherAppId].map((id, n) => ({
      ...factor(id, 'totp'),
      last_challenged_at: `2026-01-0${n + 1}T00:00:00.000Z`,
    }))
    const session = sessionWith('aal1')
    answerWire({
      'POST /auth/v1/token': () => ({ ...session, user: { ...session.user, factors: apps } }),
      [challenge]: asked,
      [verify]: () => sessionWith('aal2'),
    })
    const { router } = await renderScreen(<LoginPage />, { route: '/login', session: null })
    await fill({ Email: person.email, Password: 'correct horse' })
    await button('Log in').click()
    await field('Code').fill('123456')
    await button('Continue').click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
    expect(sentByWire(verify)).toMatchObject([{ id: otherAppId }])
  })

  it('accepts a recovery code', async () => {
    const { router } = await signInHalfway()
    answerWire({ 'POST /auth/v1/factors/recovery-codes/verify': () => sessionWith('aal2') })
    await button('Use a recovery code').click()
    await field('Recovery code').fill('K4M9-X7QP-2AB8-HT3Z')
    await button('Continue').click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
    expect(sentByWire('POST /auth/v1/factors/recovery-codes/verify')).toMatchObject([
      { body: { code: 'K4M9-X7QP-2AB8-HT3Z' } },
    ])
  })

  it('lets somebody else sign in instead', async () => {
    await signInHalfway()
    answerWire({ 'POST /auth/v1/logout': () => undefined })
    await button('Sign in as someone else').click()
    await expect.element(button('Log in')).toBeVisible()
  })
})

describe('a new password by a mailed link', () => {
  it('asks for the code, and then sets the typed password', async () => {
    let isShown = false
    answerWire({
      'POST /auth/v1/verify': () => sessionWith('aal1', ['recovery']),
      'PUT /auth/v1/user': () => {
        if (!isShown) throw authError('insufficient_aal')
        return sessionWith('aal2').user
      },
      [challenge]: asked,
      [verify]: () => {
        isShown = true
        return sessionWith('aal2', ['totp', 'recovery'])
      },
      'POST /auth/v1/logout': () => undefined,
    })
    const { router } = await renderScreen(<ResetPage />, {
      route: '/auth/reset?type=recovery&token_hash=abc',
      session: null,
      api: { 'POST /api/v1/reset-links/check': () => ({ works: true }) },
    })
    await fill({ 'New password': 'a better horse', 'Confirm password': 'a better horse' })
    await button('Update password').click()
    await field('Code').fill('123456')
    await button('Continue').click()
    await expect.element(toastOf('Password updated.')).toBeVisible()
    await expect.poll(() => router.state.location.pathname).toBe('/login')
    expect(sentByWire('PUT /auth/v1/user').map(({ body }) => body)).toMatchObject([
      { password: 'a better horse' },
      { password: 'a better horse' },
    ])
  })
})

describe('two-step verification in /profile', () => {
  beforeEach(() => answerWire({ 'GET /auth/v1/passkeys': () => [] }))

  const region = () => page.getByRole('region', { name: 'Two-step verification' })
  const codes = Array.from({ length: 10 }, (_, n) => `abcd${n}fgh2345678z`)
  const userWith = (...factors: ReturnType<typeof factor>[]) => ({ ...sessionOf(person).user, factors })
  const status = () => ({ id: setId, type: 'recovery_code' as const, total: 10, remaining: 7 })
  const made = () => ({ id: setId, type: 'recovery_code' as const, friendly_name: 'Codes', total: 10, codes })

  const at = '2026-01-02T03:04:05.000Z'
  const session = { device: 'Safari on Mac', created_at: at, refreshed_at: at }
  const items = [appId, setId, person.id].map((id, n) => ({ ...session, id, is_current: n === 0 }))
  const api = { 'GET /api/v1/me': () => me, 'GET /api/v1/me/sessions': () => ({ items }) }
  const offered = () => region().getByRole('button', { name: 'Sign out everywhere else' })
  const newApp = () => ({
    id: otherAppId,
    type: 'totp' as const,
    friendly_name: 'Authenticator app 2',
    totp: {
      qr_code: '<svg/>',
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Folio:x?secret=JBSWY3DPEHPK3PXP',
    },
  })

  it('is turned on with a code, and shows the recovery codes once', async () => {
    answerWire({
      'GET /auth/v1/user': () => userWith(),
      'POST /auth/v1/factors': newApp,
      [challenge]: asked,
      [verify]: () => sessionWith('aal2'),
      'POST /auth/v1/factors/recovery-codes': made,
    })
    await renderScreen(<TwoStepSection />, { api, route: '/profile' })
    await region().getByRole('button', { name: 'Turn on' }).click()
    await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await field('Code').fill('123456')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await expect.element(page.getByText('abcd-0fgh-2345-678z')).toBeVisible()
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await button('Copy').click()
    await expect.poll(() => copied.mock.lastCall?.[0].split('\n').length).toBe(10)
    answerWire({
      'GET /auth/v1/user': () => userWith(factor(appId, 'totp'), factor(setId, 'recovery_code')),
      'GET /auth/v1/factors/recovery-codes': status,
    })
    await button('I have saved them').click()
    await expect.element(region().getByText('You have 7 recovery codes left')).toBeVisible()
  })

  it('takes a second app, and lets each of two be removed; both offer to sign out elsewhere', async () => {
    const [first, second] = [
      factor(appId, 'totp'),
      { ...factor(otherAppId, 'totp'), friendly_name: 'New phone' },
    ]
    answerWire({
      'GET /auth/v1/user': () => userWith(first),
      'POST /auth/v1/factors': newApp,
      [challenge]: asked,
      [verify]: () => sessionWith('aal2'),
      'DELETE /auth/v1/factors/:id': ({ id }) => ({ id: String(id) }),
      'POST /auth/v1/token': () => sessionWith('aal2'),
    })
    const { unmount } = await renderScreen(<TwoStepSection />, { api, route: '/profile' })
    await region().getByRole('button', { name: 'Add another app' }).click()
    expect(
      region()
        .getByRole('button', { name: /^Remove/ })
        .elements(),
    ).toEqual([])
    const dialog = page.getByRole('dialog', { name: 'Add another app' })
    await field('Code').fill('123456')
    answerWire({ 'GET /auth/v1/user': () => userWith(first, second) })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect.element(toastOf('App added')).toBeVisible()
    await expect.element(offered()).toBeVisible()
    expect(sentByWire(verify)).toMatchObject([{ id: otherAppId }])
    await unmount()

    await renderScreen(<TwoStepSection />, { api, route: '/profile' })
    await region().getByRole('button', { name: 'Remove the app New phone' }).click()
    answerWire({ 'GET /auth/v1/user': () => userWith(first) })
    await page
      .getByRole('alertdialog', { name: 'Remove this app?' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect.element(toastOf('App removed')).toBeVisible()
    await expect.element(offered()).toBeVisible()
    expect(sentByWire('DELETE /auth/v1/factors/:id')).toMatchObject([{ id: otherAppId }])
    await expect.element(region().getByText('New phone')).not.toBeInTheDocument()
  })

  it('makes new recovery codes after a question, and offers to sign out elsewhere', async () => {
    answerWire({
      'GET /auth/v1/user': () => userWith(factor(appId, 'totp'), factor(setId, 'recovery_code')),
      'GET /auth/v1/factors/recovery-codes': status,
      'POST /auth/v1/factors/recovery-codes': made,
    })
    await renderScreen(<TwoStepSection />, { api, route: '/profile' })
    await region().getByRole('button', { name: 'New recovery codes' }).click()
    expect(offered().elements()).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
    await button('I have saved them').click()
    await expect.element(offered()).toBeVisible()
  })

  it('is turned off after a question', async () => {
    answerWire({
      'GET /auth/v1/user': () => userWith(factor(appId, 'totp')),
      'DELETE /auth/v1/factors/:id': () => ({ id: appId }),
      'POST /auth/v1/token': () => sessionOf(person),
    })
    await renderScreen(<TwoStepSection />, { api, route: '/profile' })
    await expect.element(region().getByText('You have no recovery codes.')).toBeVisible()
    await region().getByRole('button', { name: 'Turn off' }).click()
    answerWire({ 'GET /auth/v1/user': () => userWith() })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await expect.element(region().getByRole('button', { name: 'Turn on' })).toBeVisible()
    await expect.element(region().getByText('You are still signed in at 2 other places.')).toBeVisible()
    await expect.element(offered()).toBeVisible()
  })
})
