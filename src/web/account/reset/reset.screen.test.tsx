import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { authError, weakPassword } from '../../../identity/errors.ts'
import { offline } from '../../testing/fake-api.ts'
import { button, field, fill, toastOf } from '../../testing/forms.ts'
import { me } from '../../testing/people.ts'
import { renderScreen, type Screen } from '../../testing/screen.tsx'
import { person, sessionOf } from '../../testing/session.ts'
import { answerWire, sentByWire } from '../../testing/wire.ts'
import { ResetPage } from './reset-page.tsx'

const verify = 'POST /auth/v1/verify'
const update = 'PUT /auth/v1/user'
const newPassword = 'a new beginning'

const renderLink = (passwordMinLength = 6) =>
  renderScreen(<ResetPage />, {
    route: '/auth/reset?token_hash=unused&type=recovery',
    session: null,
    app: { passwordMinLength },
    api: {
      'GET /api/v1/me': () => me,
      'POST /api/v1/reset-links/check': () => ({ works: true }),
    },
  })
const renderReset = (session: { id: string } | null, account = me) =>
  renderScreen(<ResetPage />, {
    route: '/auth/reset',
    session,
    app: { passwordMinLength: 6 },
    api: { 'GET /api/v1/me': () => account },
  })

/** Fills in and sends the form. */
async function setNewPassword(password = newPassword, confirm = password) {
  await fill({ 'New password': password, 'Confirm password': confirm })
  await button('Update password').click()
}

const isAtSignIn = ({ router }: Screen) => expect.poll(() => router.state.location.pathname).toBe('/login')
const isInvalid = (label: string) => expect.element(field(label)).toHaveAttribute('aria-invalid', 'true')

/** A session that began with a reset link, as its token says. */
function recoverySession() {
  const claims = btoa(JSON.stringify({ amr: [{ method: 'recovery', timestamp: 1 }] }))
  return { ...sessionOf(person), access_token: `e30.${claims}.signature` }
}

/** A server that accepts the link and any password. */
const answerAll = () =>
  answerWire({
    [verify]: recoverySession,
    [update]: () => sessionOf(person).user,
    'POST /auth/v1/logout': () => undefined,
  })

describe('a password reset by the mailed link (docs/product/reset.md#new-password)', () => {
  it('says that a link is used up before anything is typed', async () => {
    const { sent } = await renderScreen(<ResetPage />, {
      route: '/auth/reset?token_hash=used&type=recovery',
      session: null,
      api: { 'POST /api/v1/reset-links/check': () => ({ works: false }) },
    })
    await expect.element(page.getByText(authError('otp_expired').message)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Get a reset link' }))
      .toHaveAttribute('href', '/forgot')
    expect(document.querySelector('form')).toBeNull()
    expect(sent('POST /api/v1/reset-links/check').map(({ input }) => input.body)).toEqual([
      { token_hash: 'used' },
    ])
    expect(sentByWire(verify)).toEqual([])
  })

  it('acts once on a double click', async () => {
    answerAll()
    const screen = await renderLink()
    await fill({ 'New password': newPassword, 'Confirm password': newPassword })
    await button('Update password').dblClick()
    await isAtSignIn(screen)
    expect(sentByWire(verify)).toHaveLength(1)
    expect(sentByWire(update)).toHaveLength(1)
  })

  it('shows beside the field why the server refuses the password, and follows the link once', async () => {
    answerAll()
    answerWire({
      [update]: () => {
        throw weakPassword(['pwned'], 6)
      },
    })
    const screen = await renderLink()
    await setNewPassword('password')
    await expect.element(toastOf('Reset failed')).toBeVisible()
    await isInvalid('New password')
    answerAll()
    await setNewPassword()
    await isAtSignIn(screen)
    expect(sentByWire(verify)).toHaveLength(1)
    expect(sentByWire(update)).toHaveLength(2)
  })

  it('says that there is no network, and keeps what was typed', async () => {
    answerAll()
    answerWire({
      [update]: () => {
        throw offline()
      },
    })
    await renderLink()
    await setNewPassword()
    await expect
      .element(toastOf('Reset failed').getByText('You appear to be offline.', { exact: false }))
      .toBeVisible()
    await expect.element(field('New password')).toHaveValue(newPassword)
  })

  it('sets one password; a second one needs the current one', async () => {
    answerAll()
    answerWire({
      [update]: ({ body }) => {
        if (!(body as { current_password?: string }).current_password)
          throw authError('current_password_required')
        return sessionOf(person).user
      },
    })
    const screen = await renderLink()
    await setNewPassword()
    await expect.element(toastOf('Reset failed')).toBeVisible()
    await field('Current password').fill('the first one')
    await expect.element(field('New password')).toHaveValue(newPassword)
    await button('Update password').click()
    await isAtSignIn(screen)
    expect(sentByWire(verify)).toHaveLength(1)
    expect(sentByWire(update).at(-1)?.body).toMatchObject({
      password: newPassword,
      current_password: 'the first one',
    })
  })

  it.each([
    ['does not work any more', verify],
    ['was followed too long ago', update],
  ])('says that a link %s, and how to get another', async (_, refused) => {
    const { message } = authError('otp_expired')
    answerAll()
    answerWire({
      [refused]: () => {
        throw authError('otp_expired')
      },
    })
    await renderLink()
    await setNewPassword()
    await expect.element(toastOf('Reset failed').getByText(message)).toBeVisible()
    await expect.element(field('New password')).toHaveValue(newPassword)
    await expect.element(page.getByRole('main').getByText(message)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Get a new link' }))
      .toHaveAttribute('href', '/forgot')
  })
})

describe('the new password (docs/product/reset.md#new-password)', () => {
  it.each([
    [6, '1234567', '1234567', 'Password too short', 'Use at least 8 characters.', 'New password'],
    [6, '', '', 'Password too short', 'Use at least 8 characters.', 'New password'],
    [10, 'Xq7-z!2bc', 'Xq7-z!2bc', 'Password too short', 'Use at least 10 characters.', 'New password'],
    [
      6,
      newPassword,
      'another one',
      'Passwords do not match',
      'Make sure both fields match.',
      'Confirm password',
    ],
  ])(
    'with at least %d characters, %j and %j: %s',
    async (least, password, confirm, title, message, label) => {
      await renderLink(least)
      await setNewPassword(password, confirm)
      await expect.element(toastOf(title).getByText(message)).toBeVisible()
      await expect.element(page.getByRole('main').getByText(message)).toBeVisible()
      await isInvalid(label)
      expect([...sentByWire(verify), ...sentByWire(update)]).toEqual([])
    },
  )

  it('shows its strength, and its text on demand', async () => {
    await renderLink()
    for (const [password, strength] of [
      ['kq7xv', 'Weak'],
      ['kq7xvz', 'Medium'],
      ['kq7xvz2m', 'Strong'],
    ] as const) {
      await field('New password').fill(password)
      await expect.element(page.getByText(`Password strength: ${strength}`, { exact: true })).toBeVisible()
    }
    await button('Show password').first().click()
    await expect.element(field('New password')).toHaveAttribute('type', 'text')
    await expect.element(field('Confirm password')).toHaveAttribute('type', 'password')
  })
})

describe('/auth/reset without a link (docs/product/reset.md#new-password)', () => {
  it('asks a visitor to open the link in the mail', async () => {
    await renderReset(null)
    await expect.element(page.getByRole('heading', { name: 'Reset failed' })).toBeVisible()
    await expect.element(page.getByText('Please open this page from the reset email link.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Get a reset link' }))
      .toHaveAttribute('href', '/forgot')
  })

  it('asks someone signed in for the current password (docs/product/reset.md#new-password)', async () => {
    answerAll()
    answerWire({
      [update]: () => {
        throw authError('current_password_invalid')
      },
    })
    const screen = await renderReset(person)
    await expect.element(field('Current password')).toHaveFocus()
    await setNewPassword()
    await expect.element(page.getByText('Current password is required')).toBeVisible()
    await field('Current password').fill('a wrong one')
    await button('Update password').click()
    await expect.element(toastOf('Reset failed').getByText('Current password is not correct')).toBeVisible()
    await isInvalid('Current password')
    await expect.element(field('New password')).toHaveValue(newPassword)
    answerAll()
    await field('Current password').fill('correct horse')
    await button('Update password').click()
    await expect.element(toastOf('Password updated.')).toBeVisible()
    await isAtSignIn(screen)
    expect(sentByWire(update).map(({ body }) => body)).toEqual([
      expect.objectContaining({ password: newPassword, current_password: 'a wrong one' }),
      expect.objectContaining({ password: newPassword, current_password: 'correct horse' }),
    ])
    expect(sentByWire('POST /auth/v1/logout').map(({ query }) => query)).toEqual([{ scope: 'global' }])
  })

  it('names the account for password managers', async () => {
    await renderReset(person)
    await expect
      .poll(() =>
        [...document.querySelectorAll('form input')].map((input) => input.getAttribute('autocomplete')),
      )
      .toEqual(['username', 'current-password', 'new-password', 'new-password'])
    expect(document.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(person.email)
  })

  it('offers a link to an account that has no password', async () => {
    answerWire({ 'POST /auth/v1/recover': () => ({}) })
    await renderReset(person, { ...me, has_password: false })
    await expect.element(page.getByText('Your account has no password yet.', { exact: false })).toBeVisible()
    await button('Send reset link').click()
    await expect.element(toastOf('Check your email')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Resend in \d+s$/ })).toBeVisible()
    expect(sentByWire('POST /auth/v1/recover').map(({ body }) => body)).toEqual([
      expect.objectContaining({ email: person.email }),
    ])
  })
})
