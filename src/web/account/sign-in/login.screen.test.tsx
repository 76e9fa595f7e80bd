import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { authError } from '../../../identity/errors.ts'
import { noticingExpiry } from '../../session/auth-fetch.ts'
import { rememberFollow } from '../../session/wanted.ts'
import { offline } from '../../testing/fake-api.ts'
import { flawsOf } from '../../testing/flaws.ts'
import { button, field, fill, toastOf } from '../../testing/forms.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { person, sessionOf } from '../../testing/session.ts'
import { answerWire, sentByWire } from '../../testing/wire.ts'
import { LoginPage } from './login-page.tsx'
import { SignUpPage } from './sign-up-page.tsx'

const token = 'POST /auth/v1/token'
const typed = { Email: person.email, Password: 'correct horse' }
const renderLogin = (route = '/login', providers: string[] = []) =>
  renderScreen(<LoginPage />, { route, session: null, app: { providers } })

describe('/login (docs/product/sign-in.md#log-in)', () => {
  it('signs in with what was typed, trimmed, and goes on to the feed', async () => {
    answerWire({ [token]: () => sessionOf(person) })
    const { router } = await renderLogin()
    await fill({ ...typed, Email: ` ${person.email} ` })
    await button('Log in').dblClick()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
    expect(sentByWire(token)).toEqual([
      expect.objectContaining({
        query: { grant_type: 'password' },
        body: expect.objectContaining({ email: person.email, password: 'correct horse' }),
      }),
    ])
  })

  it('lets browsers and password managers fill the form in', async () => {
    await renderLogin()
    await expect.element(field('Email')).toHaveAttribute('autocomplete', 'email')
    await expect.element(field('Password')).toHaveAttribute('autocomplete', 'current-password')
  })

  it('shows and hides the password', async () => {
    await renderLogin()
    await field('Password').fill('secret')
    await button('Show password').click()
    await expect.element(field('Password')).toHaveAttribute('type', 'text')
    await button('Hide password').click()
    await expect.element(field('Password')).toHaveAttribute('type', 'password')
    await expect.element(field('Password')).toHaveValue('secret')
  })

  it('links only to sign-up and other pages that exist', async () => {
    await renderLogin()
    const targets = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(targets).toEqual(['/feed', '/forgot', '/signup'])
  })

  it.each([
    ['/login', <LoginPage key="login" />],
    ['/signup', <SignUpPage key="signup" />],
  ])('sends who is signed in already from %s to the feed', async (route, ui) => {
    const { router } = await renderScreen(ui, { route })
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
  })
})

describe('a session that has expired', () => {
  it('is named as the reason until the next sign-in', async () => {
    const refused = () => {
      throw authError('session_expired')
    }
    answerWire({ [token]: refused })
    const body = JSON.stringify({ refresh_token: 'of-long-ago' })
    await noticingExpiry('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body })
    const note = page.getByText('your last sign-in was long ago', { exact: false })
    const { router } = await renderLogin()
    await expect.element(note).toBeVisible()
    answerWire({ [token]: () => sessionOf(person) })
    await fill(typed)
    await button('Log in').click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
    expect(localStorage.getItem('folio.session.expired')).toBeNull()
  })

  it('has another message than one that was ended elsewhere', async () => {
    answerWire({
      [token]: () => {
        throw authError('session_not_found.refreshed')
      },
    })
    const body = JSON.stringify({ refresh_token: 'of-another-day' })
    await noticingExpiry('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body })
    await renderLogin()
    await expect.element(page.getByText('you were signed out elsewhere', { exact: false })).toBeVisible()
  })
})

describe('sign-in failures (docs/product/sign-in.md#log-in)', () => {
  it('show the server’s message, and keep what was typed', async () => {
    answerWire({
      [token]: () => {
        throw authError('invalid_credentials')
      },
    })
    const { router } = await renderLogin()
    await fill({ ...typed, Password: 'wrong password' })
    await button('Log in').click()
    await expect.element(toastOf('Sign in failed').getByText('Invalid login credentials')).toBeVisible()
    await expect.element(field('Email')).toHaveValue(person.email)
    await expect.element(field('Password')).toHaveValue('wrong password')
    await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true')
    await field('Password').fill(typed.Password)
    await expect.element(field('Password')).not.toHaveAttribute('aria-invalid')
    answerWire({ [token]: () => sessionOf(person) })
    await button('Log in').click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
  })

  it('say that there is no network', async () => {
    answerWire({
      [token]: () => {
        throw offline()
      },
    })
    const { router } = await renderLogin()
    await fill(typed)
    await button('Log in').click()
    await expect
      .element(page.getByText('You appear to be offline. Please check your connection.'))
      .toBeVisible()
    answerWire({ [token]: () => sessionOf(person) })
    await button('Log in').click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
  })

  it('have a message for unexpected errors', async () => {
    answerWire({
      [token]: () => {
        throw new Response('<h1>A proxy</h1>', { status: 418, headers: { 'content-type': 'text/html' } })
      },
    })
    await renderLogin()
    await fill(typed)
    await button('Log in').click()
    await expect.element(toastOf('Error').getByText('An unexpected error occurred')).toBeVisible()
  })
})

describe('coming back from a provider', () => {
  const isClean = () => expect.poll(() => window.location.pathname + window.location.search).toBe('/login')

  it('says why it failed, only in our own words', async () => {
    await renderLogin('/login?error=access_denied&error_description=%3Cb%3EYou%20said%20no%3C%2Fb%3E')
    await expect
      .element(toastOf('Sign in failed').getByText('Something went wrong. Please try again.'))
      .toBeVisible()
    await isClean()
  })

  it('refuses a code that was given to another browser', async () => {
    await renderLogin('/login?code=of-somebody-else')
    await expect
      .element(toastOf('Sign in failed').getByText('This was begun in another browser.', { exact: false }))
      .toBeVisible()
    await isClean()
  })
})

describe('who is greeted', () => {
  it.each([
    ['Log in to your account.', false],
    ['Welcome back.', true],
  ])('%s', async (words, isKnown) => {
    const marks = document.documentElement.dataset
    if (isKnown) marks.known = ''
    else delete marks.known
    await renderLogin()
    await expect.element(page.getByText(words)).toBeVisible()
    delete marks.known
  })
})

describe('on the way to follow somebody', () => {
  it.each([
    ['/login', <LoginPage key="login" />, 'Sign up', '/signup'],
    ['/signup', <SignUpPage key="signup" />, 'Log in', '/login'],
  ])('shows the person on %s, and leads to the other way to sign in', async (route, ui, other, to) => {
    const avatar_url = '/art/mug.svg'
    rememberFollow({ id: '0193a000-0000-7000-8000-00000000000d', name: 'Theo Lindqvist', avatar_url })
    await renderScreen(ui, { route, session: null })
    await expect.element(page.getByText('Sign up to follow Theo Lindqvist')).toBeVisible()
    expect(document.querySelector(`main img[src="${avatar_url}"]`)).not.toBeNull()
    await expect.element(page.getByRole('link', { name: other }).first()).toHaveAttribute('href', to)
    expect(await flawsOf()).toEqual([])
  })

  it('shows nobody where nothing of the kind is stored', async () => {
    window.sessionStorage.setItem('folio.follow', 'no json')
    await renderScreen(<LoginPage />, { route: '/login', session: null })
    await expect.element(button('Log in')).toBeVisible()
    expect(page.getByText('Sign up to follow', { exact: false }).elements()).toEqual([])
  })
})

describe('leaving for a provider', () => {
  it('says first when there is no network', async () => {
    await renderLogin('/login', ['google', 'apple'])
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await button('Continue with Google').click()
    await expect
      .element(toastOf('Error').getByText('You appear to be offline.', { exact: false }))
      .toBeVisible()
    expect(window.location.pathname).toBe('/login')
    await expect.element(button('Continue with Google')).not.toHaveAttribute('aria-busy')
  })

  it.each([
    ['/login', <LoginPage key="login" />],
    ['/signup', <SignUpPage key="signup" />],
  ])('is offered on %s for the providers that are set up', async (route, ui) => {
    await renderScreen(ui, { route, session: null, app: { providers: ['apple'] } })
    await expect.element(button('Continue with Apple')).toBeVisible()
    await expect.element(button('Continue with Google')).not.toBeInTheDocument()
  })
})
