import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { authError, weakPassword } from '../../../identity/errors.ts'
import { button, field, fill, toastOf } from '../../testing/forms.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { person, sessionOf } from '../../testing/session.ts'
import { answerWire, sentByWire } from '../../testing/wire.ts'
import { SignUpPage } from './sign-up-page.tsx'

const signUp = 'POST /auth/v1/signup'
const newcomer = {
  'First name': 'Ana',
  'Last name': 'López',
  Email: 'ana@example.com',
  Password: 'longenough',
}
const renderSignUp = (passwordMinLength = 6) =>
  renderScreen(<SignUpPage />, { route: '/signup', session: null, app: { passwordMinLength } })

describe('/signup (docs/product/sign-in.md#sign-up)', () => {
  it('makes one account after a double click, says so for 4 s, and goes on to the feed', async () => {
    answerWire({ [signUp]: () => sessionOf(person) })
    const { router } = await renderSignUp()
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Join the social commerce revolution')
    await fill(newcomer)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await button('Sign up').dblClick()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
    const toast = toastOf('Account created successfully! 🎉')
    await expect
      .element(toast)
      .toMatchTextContent("Welcome to Folio! You're now logged in and ready to start sharing products.")
    await vi.advanceTimersByTimeAsync(3_500)
    await expect.element(toast).toBeVisible()
    await vi.advanceTimersByTimeAsync(1_500)
    await expect.element(toast).not.toBeInTheDocument()
    expect(sentByWire(signUp).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        email: 'ana@example.com',
        password: 'longenough',
        data: { first_name: 'Ana', last_name: 'López' },
      }),
    ])
  })

  it('lets browsers and password managers fill the form in, from the first field on', async () => {
    await renderSignUp()
    const purposes = [...document.querySelectorAll('input')].map((input) => input.autocomplete)
    expect(purposes).toEqual(['given-name', 'family-name', 'email', 'new-password'])
    await expect.element(field('First name')).toHaveFocus()
  })

  it('says what is missing beside each field, and focuses the first', async () => {
    await renderSignUp()
    field('Password').element().focus()
    await button('Sign up').click()
    for (const label of ['First name', 'Last name', 'Email', 'Password']) {
      await expect.element(page.getByText(`${label} is required`)).toBeVisible()
      await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect.element(field('First name')).toHaveFocus()
  })

  it.each([
    ['Email', 'maya', 'Enter a valid email address'],
    ['Email', 'maya@localhost', 'Enter a valid email address'],
    ['First name', '   ', 'First name is required'],
    ['Last name', 'x'.repeat(101), 'Last name must have at most 100 characters'],
    ['Password', '12345', 'Password should be at least 6 characters.'],
  ])('refuses %s %j before asking the server', async (label, value, message) => {
    await renderSignUp()
    await fill({ ...newcomer, [label]: value })
    await button('Sign up').click()
    await expect.element(page.getByText(message)).toBeVisible()
    expect(sentByWire(signUp)).toEqual([])
  })

  it.each([
    { least: 6, cases: { kq7xv: 'Weak', kq7xvz: 'Medium', kq7xvz2: 'Medium', kq7xvz2m: 'Strong' } },
    { least: 6, cases: { 12345678: 'Weak', aaaaaaaa: 'Weak', password: 'Weak' } },
    { least: 10, cases: { 'Xq7-z!2bc': 'Weak', 'Xq7-z!2bcd': 'Medium', 'Xq7-z!2bcdef': 'Strong' } },
  ])(
    'shows how strong the password is where at least $least characters are needed',
    async ({ least, cases }) => {
      await renderSignUp(least)
      for (const [password, strength] of Object.entries(cases)) {
        await field('Password').fill(password)
        await expect.element(page.getByText(`Password strength: ${strength}`, { exact: true })).toBeVisible()
      }
    },
  )

  it('says while typing why a password will not do', async () => {
    await renderSignUp(8)
    await fill({ 'First name': 'Quentin' })
    for (const [password, reason] of Object.entries({
      kq7xv: 'Use at least 8 characters.',
      aaaaaaaa: 'Repeats and sequences are easily guessed.',
      password1: 'Many people use this password.',
      'Quentin.1': 'Names and words used here are easily guessed.',
    })) {
      await field('Password').fill(password)
      await expect.element(page.getByRole('status').getByText(reason)).toBeVisible()
    }
    await field('Password').fill('kq7xvz2mq4')
    await expect.element(page.getByRole('status').getByText('Strong')).toBeVisible()
    expect(page.getByText('easily guessed', { exact: false }).elements()).toEqual([])
  })

  it('says that an address is taken, and keeps what was typed', async () => {
    answerWire({
      [signUp]: () => {
        throw authError('user_already_exists')
      },
    })
    await renderSignUp()
    await fill(newcomer)
    await button('Sign up').click()
    await expect.element(toastOf('Sign up failed').getByText('User already registered')).toBeVisible()
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByRole('main').getByText('User already registered')).toBeVisible()
    for (const [label, value] of Object.entries(newcomer))
      await expect.element(field(label)).toHaveValue(value)
  })

  it('shows beside the field why the server refuses a password', async () => {
    const failure = weakPassword(['pwned'], 6)
    answerWire({
      [signUp]: () => {
        throw failure
      },
    })
    await renderSignUp()
    await fill({ ...newcomer, Password: 'password' })
    await button('Sign up').click()
    await expect.element(toastOf('Sign up failed').getByText(failure.message)).toBeVisible()
    await expect.element(page.getByRole('main').getByText(failure.message)).toBeVisible()
    await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true')
  })
})
