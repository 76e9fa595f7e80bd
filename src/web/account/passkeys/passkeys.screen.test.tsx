import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { authError } from '../../../identity/errors.ts'
import { type Answers, offline, refused } from '../../testing/fake-api.ts'
import { button, field, fill, toastOf } from '../../testing/forms.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { answerWire, sentByWire } from '../../testing/wire.ts'
import { LoginPage } from '../sign-in/login-page.tsx'
import { StepUp } from '../two-step/step-up.tsx'
import { Passkeys } from './passkeys.tsx'

const list = 'GET /auth/v1/passkeys'
const rename = 'PATCH /auth/v1/passkeys/:id'
const remove = 'DELETE /auth/v1/passkeys/:id'
const askToCreate = 'POST /auth/v1/passkeys/registration/options'
const askToSignIn = 'POST /auth/v1/passkeys/authentication/options'
const confirm = 'POST /api/v1/me/confirm'

const passkeyOf = (n: number, friendly_name: string) => ({
  id: `0193a000-0000-7000-8000-00000000020${n}`,
  friendly_name,
  created_at: '2026-01-02T03:04:05.000Z',
})
const phone = passkeyOf(1, 'Chrome on Android')
const laptop = { ...passkeyOf(2, 'Safari on Mac'), last_used_at: '2026-01-03T03:04:05.000Z' }
const rows = () => page.getByRole('listitem')
const row = (name: string) => rows().filter({ hasText: name })
const dialog = () => page.getByRole('dialog')
const fail = (error: unknown) => () => {
  throw error
}

const withPassword: Answers = {
  'GET /api/v1/me/proof': () => ({ means: ['password'], asks_enrolment_code: false }),
}

const renderPasskeys = (api: Answers = {}) =>
  renderScreen(
    <>
      <Passkeys />
      <StepUp />
    </>,
    { route: '/profile', api: { ...withPassword, ...api } },
  )

describe('the person’s passkeys', () => {
  it('are listed, renamed and removed', async () => {
    let passkeys = [phone, laptop]
    answerWire({
      [list]: () => passkeys,
      [rename]: ({ id, body }) => {
        passkeys = passkeys.map((passkey) =>
          passkey.id === id ? { ...passkey, ...(body as object) } : passkey,
        )
        return passkeys.find((passkey) => passkey.id === id) ?? phone
      },
      [remove]: ({ id }) => {
        passkeys = passkeys.filter((passkey) => passkey.id !== id)
      },
    })
    const session = {
      device: 'Chrome on Android',
      created_at: laptop.created_at,
      refreshed_at: laptop.created_at,
    }
    const items = [true, false].map((is_current, n) => ({ ...session, id: passkeyOf(n, '').id, is_current }))
    answerWire({ 'POST /auth/v1/logout': () => undefined })
    await renderPasskeys({ 'GET /api/v1/me/sessions': () => ({ items }) })
    await expect.element(row('Chrome on Android')).toMatchTextContent('Not used yet')
    await expect.element(row('Safari on Mac')).toMatchTextContent('Last used')
    await row('Chrome on Android')
      .getByRole('button', { name: /^Rename/ })
      .click()
    await fill({ Name: ' ' })
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Name is required')).toBeVisible()
    await fill({ Name: ' My phone ' })
    await dialog().getByRole('button', { name: 'Save' }).dblClick()
    await expect.element(row('My phone')).toBeVisible()
    expect(sentByWire(rename)).toEqual([
      expect.objectContaining({ id: phone.id, body: { friendly_name: 'My phone' } }),
    ])
    await row('My phone')
      .getByRole('button', { name: /^Remove/ })
      .click()
    const asked = page.getByRole('alertdialog', { name: 'Remove this passkey?' })
    await asked.getByRole('button', { name: 'Remove' }).click()
    await expect.element(toastOf('Passkey removed')).toBeVisible()
    await expect.element(row('My phone')).not.toBeInTheDocument()
    await expect.element(row('Safari on Mac')).toBeVisible()
    await expect.element(page.getByText('You are still signed in at one other place.')).toBeVisible()
    await button('Sign out everywhere else').click()
    await expect.element(toastOf('Signed out everywhere else')).toBeVisible()
    await expect.element(button('Sign out everywhere else')).not.toBeInTheDocument()
    expect(sentByWire('POST /auth/v1/logout')).toMatchObject([{ query: { scope: 'others' } }])
  })

  it('are not offered where the address does not support them, and the page says why', async () => {
    answerWire({ [list]: fail(authError('passkey_disabled')) })
    await renderPasskeys()
    await expect.element(page.getByText('Passkeys are not available here', { exact: false })).toBeVisible()
    await expect.element(button('Add a passkey')).not.toBeInTheDocument()
  })

  it('say when they could not be loaded, and try again', async () => {
    answerWire({ [list]: fail(offline()) })
    await renderPasskeys()
    await expect.element(page.getByText('Failed to load your passkeys')).toBeVisible()
    answerWire({ [list]: () => [phone] })
    await button('Retry').click()
    await expect.element(row('Chrome on Android')).toBeVisible()
  })

  it('can be changed long after the sign-in once the person confirms who they are', async () => {
    answerWire({ [list]: () => [phone], [remove]: fail(authError('reauthentication_needed')) })
    const wrong = 'This password is not right.'
    const { answer, sent } = await renderPasskeys({
      [confirm]: fail(
        refused('validation_failed', wrong, { problems: [{ path: 'password', message: wrong }] }),
      ),
      'GET /api/v1/me/sessions': () => ({ items: [] }),
    })
    await row('Chrome on Android')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    const confirmButton = page.getByRole('dialog', { name: 'Confirm that it is you' }).getByRole('button', {
      name: 'Confirm',
    })
    await confirmButton.click()
    await expect.element(page.getByText('Password is required')).toBeVisible()
    await fill({ 'Your password': 'wrong horse' })
    await confirmButton.click()
    await expect.element(page.getByText(wrong)).toBeVisible()
    answer({ [confirm]: () => undefined })
    answerWire({ [list]: () => [], [remove]: () => undefined })
    await fill({ 'Your password': 'correct horse' })
    await confirmButton.click()
    await expect.element(toastOf('Passkey removed')).toBeVisible()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(sent(confirm).map(({ input }) => input.body)).toEqual([
      { password: 'wrong horse' },
      { password: 'correct horse' },
    ])
  })

  it('can be confirmed by a mailed code where the account has no password', async () => {
    answerWire({
      [list]: () => [phone],
      [remove]: fail(authError('reauthentication_needed')),
      'GET /auth/v1/reauthenticate': () => ({}),
    })
    const { sent } = await renderPasskeys({
      'GET /api/v1/me/proof': () => ({ means: ['mailed_code', 'provider'], asks_enrolment_code: false }),
      [confirm]: () => undefined,
    })
    await row('Chrome on Android')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await button('Mail me a code').click()
    await fill({ Code: ' 12345678 ' })
    await button('Confirm').click()
    await expect.poll(() => sent(confirm).map(({ input }) => input.body)).toEqual([{ nonce: '12345678' }])
  })

  it.each([
    ['NotAllowedError', 'It was cancelled, or took too long.'],
    ['InvalidStateError', 'This device has a passkey for your account already.'],
    ['NotSupportedError', 'This device cannot make a passkey.'],
  ])('explain %s in words when one is added', async (name, words) => {
    answerWire({
      [list]: () => [],
      [askToCreate]: () => ({ challenge_id: phone.id, expires_at: 1, options: creation }),
    })
    vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('in English', name))
    await renderPasskeys()
    await button('Add a passkey').click()
    await expect.element(toastOf('No passkey was added').getByText(words, { exact: false })).toBeVisible()
  })
})

const creation = {
  rp: { id: 'localhost', name: 'Folio' },
  user: { id: 'bWF5YQ', name: 'maya@example.com', displayName: 'Maya Okafor' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
}

describe('/login with passkeys', () => {
  const question = () => ({
    challenge_id: phone.id,
    expires_at: 1,
    options: {
      challenge: 'Y2hhbGxlbmdl',
      timeout: 300_000,
      rpId: 'localhost',
      userVerification: 'required' as const,
    },
  })
  const render = (providers: string[]) =>
    renderScreen(<LoginPage />, { route: '/login', session: null, app: { providers } })

  it('offers them in the e-mail field and with a button', async () => {
    answerWire({ [askToSignIn]: question })
    const get = vi.spyOn(navigator.credentials, 'get').mockReturnValue(new Promise(() => {}))
    vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
    await render(['passkey'])
    await expect.element(field('Email')).toHaveAttribute('autocomplete', 'email webauthn')
    await expect.poll(() => get.mock.calls.map(([options]) => options?.mediation)).toEqual(['conditional'])
    await button('Sign in with a passkey').click()
    await expect
      .poll(() => get.mock.calls.map(([options]) => options?.mediation))
      .toEqual(['conditional', undefined])
    expect(get.mock.calls[0]?.[0]?.signal?.aborted).toBe(true)
  })

  it('says what went wrong, and keeps the form', async () => {
    answerWire({ [askToSignIn]: question })
    vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
    await render(['passkey'])
    await fill({ Email: 'maya@example.com' })
    await button('Sign in with a passkey').click()
    await expect
      .element(toastOf('Sign in failed').getByText('It was cancelled', { exact: false }))
      .toBeVisible()
    answerWire({ [askToSignIn]: fail(authError('webauthn_credential_not_found')) })
    await button('Sign in with a passkey').click()
    await expect
      .element(toastOf('This passkey is not registered here, or was removed. Please log in another way.'))
      .toBeVisible()
    await expect.element(field('Email')).toHaveValue('maya@example.com')
  })

  it('does not mention them where the address does not support them', async () => {
    await render([])
    await expect.element(button('Log in')).toBeVisible()
    await expect.element(button('Sign in with a passkey')).not.toBeInTheDocument()
    await expect.element(field('Email')).toHaveAttribute('autocomplete', 'email')
  })
})
