import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { authError } from '../../../identity/errors.ts'
import { offline, refused } from '../../testing/fake-api.ts'
import { button, field, toastOf } from '../../testing/forms.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { answerWire, sentByWire } from '../../testing/wire.ts'
import { ForgotPage } from './forgot-page.tsx'

const recover = 'POST /auth/v1/recover'
const said = 'If an account exists for that email, we’ve sent a reset link.'

const renderForgot = () => renderScreen(<ForgotPage />, { route: '/forgot', session: null })
const send = () => button('Send reset link')
const isWaiting = () => expect.element(page.getByRole('button', { name: /^Resend in \d+s$/ })).toBeVisible()

async function ask(email: string) {
  await field('Email').fill(email)
  await send().click()
}

describe('/forgot (docs/product/reset.md#forgot-password)', () => {
  it('says to everyone how accounts of Google and Apple sign in', async () => {
    await renderForgot()
    await expect
      .element(
        page.getByText(
          'Signed up with Google or Apple? Sign in with that provider, or send a reset link to set a password.',
        ),
      )
      .toBeVisible()
  })

  it.each([
    ['', 'Email is required'],
    ['maya', 'Enter a valid email address'],
  ])('refuses %j beside the field, before asking the server', async (email, message) => {
    await renderForgot()
    await ask(email)
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(sentByWire(recover)).toEqual([])
    await expect.element(send()).toBeEnabled()
  })
})

describe('Forgot (docs/product/reset.md#forgot-password)', () => {
  it.each([
    ['an unknown address', () => ({})],
    [
      'a refusal',
      () => {
        throw authError('over_email_send_rate_limit', 60)
      },
    ],
    [
      'a failure',
      () => {
        throw refused('internal_error', 'Broken')
      },
    ],
  ])('says the same for %s', async (_, answer) => {
    answerWire({ [recover]: answer })
    await renderForgot()
    await ask('nobody@example.com')
    await expect.element(toastOf('Check your email').getByText(said)).toBeVisible()
    await isWaiting()
  })

  it('says something else without a network (docs/product/reset.md#forgot-password)', async () => {
    answerWire({
      [recover]: () => {
        throw offline()
      },
    })
    await renderForgot()
    await ask('maya@example.com')
    await expect
      .element(toastOf('Error').getByText('You appear to be offline.', { exact: false }))
      .toBeVisible()
    await expect.element(toastOf('Check your email')).not.toBeInTheDocument()
    await expect.element(send()).toBeEnabled()
  })
})

describe('resend cooldown (docs/product/reset.md#resend-cooldown)', () => {
  it('sends once for a double click', async () => {
    answerWire({ [recover]: () => ({}) })
    await renderForgot()
    await field('Email').fill('twice@example.com')
    await send().dblClick()
    await isWaiting()
    expect(sentByWire(recover)).toHaveLength(1)
  })

  it('does not lock out a person whose clock is set back', async () => {
    localStorage.setItem('folio.reset-cooldown', String(Date.now() + 3_600_000))
    await renderForgot()
    await expect.element(send()).toBeEnabled()
  })
})
