import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerOf } from '../api/client.ts'
import { addressOf, renderApp } from '../testing/app.tsx'
import { button, field, fill } from '../testing/forms.ts'
import { onePage } from '../testing/samples.ts'
import { person, sessionOf, signIn } from '../testing/session.ts'
import { answerWire } from '../testing/wire.ts'

const addDialog = page.getByRole('dialog', { name: 'Got something amazing to share?' })
const ownPages = [
  '/my-folio',
  '/inbox',
  '/filing-cabinet',
  '/category/toys',
  '/earnings',
  '/profile',
  '/profile/devices',
  '/profile/notifications',
]

/** Expects that the app arrives at an address. */
const arrivesAt = (address: string) => expect.poll(addressOf).toBe(address)
const pathIs = (path: string) => expect.poll(() => window.location.pathname).toBe(path)

describe('protected page shell (docs/product/addresses.md#protected-pages)', () => {
  it.each(ownPages)('sends a visitor of %s to sign in, and back there afterwards', async (wanted) => {
    await renderApp(wanted, { session: null })
    await arrivesAt('/login')
    await signIn(person)
    await arrivesAt(wanted)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  })

  it('sends a visitor to sign up and back there, too', async () => {
    answerWire({ 'POST /auth/v1/signup': () => sessionOf(person) })
    await renderApp('/profile', { session: null })
    await arrivesAt('/login')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await arrivesAt('/signup')
    await fill({
      'First name': 'Maya',
      'Last name': 'Okafor',
      Email: person.email,
      Password: 'longenough',
    })
    await button('Sign up').click()
    await arrivesAt('/profile')
    await expect.element(field('Last name')).toHaveValue('Okafor')
  })

  it('sends a visitor of /filing-cabinet to /login, never by way of /auth', async () => {
    const visited = vi.spyOn(window.history, 'replaceState')
    await renderApp('/filing-cabinet', { session: null })
    await arrivesAt('/login')
    expect(visited.mock.calls.map(([, , address]) => String(address))).not.toContain('/auth')
  })

  it('does not count preloading a page as a visit', async () => {
    await renderApp('/feed', { session: null })
    await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).hover()
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await arrivesAt('/login')
    await signIn(person)
    await arrivesAt('/feed')
  })

  it('forgets what was wanted by someone who went elsewhere instead', async () => {
    await renderApp('/profile', { session: null })
    await arrivesAt('/login')
    await page.getByRole('link', { name: 'Folio, to the feed' }).click()
    await arrivesAt('/feed')
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await arrivesAt('/login')
    await signIn(person)
    await arrivesAt('/feed')
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible()
  })

  it('never leads to another site after signing in', async () => {
    await renderApp('/login', { session: null })
    await expect.element(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    sessionStorage.setItem('folio.wanted', '//example.com/')
    await signIn(person)
    await arrivesAt('/feed')
  })
})

describe('?add=true (docs/product/addresses.md#the-query-add)', () => {
  it.each(['/my-folio', '/inbox', '/earnings', '/profile', '/feed'])(
    'opens the dialog on %s and leaves the address',
    async (address) => {
      await renderApp(`${address}?add=true`)
      await expect.element(addDialog).toBeVisible()
      await arrivesAt(address)
      await userEvent.keyboard('{Escape}')
      await expect.element(addDialog).not.toBeInTheDocument()
    },
  )

  it('is resumed after signing in', async () => {
    await renderApp('/my-folio?add=true', { session: null })
    await arrivesAt('/login')
    await signIn(person)
    await expect.element(addDialog).toBeVisible()
    await arrivesAt('/my-folio')
  })
})

describe('the add action (docs/product/shell.md#app-screens)', () => {
  it('opens the dialog for someone signed in, and gives the focus back', async () => {
    await renderApp('/feed')
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible()
    const add = page.getByRole('navigation').getByRole('button', { name: 'Add product' })
    await add.click()
    await expect.element(addDialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(addDialog).not.toBeInTheDocument()
    await expect.element(add).toHaveFocus()
  })

  it('keeps the dialog that was opened while the page was still loading', async () => {
    const { router, answer } = await renderApp('/terms')
    const held = Promise.withResolvers<AnswerOf<'GET /api/v1/feed'>>()
    answer({ 'GET /api/v1/feed': () => held.promise })
    void router.navigate({ to: '/feed' })
    await expect.element(page.getByText('Loading products').first()).toBeInTheDocument()
    await page.getByRole('navigation').getByRole('button', { name: 'Add product' }).click()
    await expect.element(addDialog).toBeVisible()
    held.resolve(onePage([]))
    await expect
      .element(page.getByRole('heading', { name: 'No items yet', includeHidden: true }))
      .toBeInTheDocument()
    await expect.element(addDialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(addDialog).not.toBeInTheDocument()
    // It belonged to that page alone.
    await router.navigate({ to: '/terms' })
    await router.navigate({ to: '/feed' })
    await expect.element(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
    expect(addDialog.elements()).toEqual([])
  })

  it('sends someone signed out to sign in, and then opens the dialog', async () => {
    await renderApp('/feed', { session: null })
    await page.getByRole('navigation').getByRole('button', { name: 'Add product' }).click()
    await arrivesAt('/login')
    await signIn(person)
    await expect.element(addDialog).toBeVisible()
    await arrivesAt('/feed')
  })
})

describe('who is signed in (docs/product/shell.md#app-screens)', () => {
  it('is shown at the foot of the side navigation and links to the profile', async () => {
    await page.viewport(1280, 800)
    await renderApp('/feed')
    await page.getByRole('navigation').getByRole('link', { name: 'Maya Okafor @maya' }).click()
    await arrivesAt('/profile')
  })

  it.each([
    ['a phone', '/feed'],
    ['public pages', '/terms'],
  ])('is shown in the bar of %s', async (_, address) => {
    await renderApp(address)
    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
    await arrivesAt('/profile')
  })
})

describe('route table (docs/product/addresses.md#the-table)', () => {
  it.each([
    ['/', '/feed'],
    ['/auth', '/login'],
    ['/dashboard', '/feed'],
  ])('inside the app %s leads to %s, too, and adds no history entry', async (from, to) => {
    const { router } = await renderApp('/terms', { session: null })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    router.history.push(from)
    await pathIs(to)
    router.history.back()
    await pathIs('/terms')
  })

  it.each(['/nowhere/at/all', '/login/x', '/my-folio/x'])('%s is not found', async (address) => {
    await renderApp(address, { session: null })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await arrivesAt('/feed')
  })
})
