import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ownList } from '../lists/testing/lists.ts'
import { toggleLike } from '../product/liked.ts'
import { type cardWith, mugs } from '../product/testing/card.ts'
import { addressOf, renderApp } from '../testing/app.tsx'
import { refused } from '../testing/fake-api.ts'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { idOf } from '../testing/samples.ts'
import { person, signIn } from '../testing/session.ts'

const heading = (name: string) => page.getByRole('heading', { name })
const button = (name: string) => page.getByRole('button', { name })
const keep = button('Keep in my account')

/** The hearts of this browser, the last one liked last. */
function like(...ids: string[]) {
  localStorage.removeItem('folio.liked')
  window.dispatchEvent(new StorageEvent('storage', { key: 'folio.liked' }))
  for (const id of ids) toggleLike(id)
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.removeItem('folio.kept')
  like()
})

const [one, two] = mugs(2) as [ReturnType<typeof cardWith>, ReturnType<typeof cardWith>]
const gone = idOf(9, 1)

describe('/saved (docs/product/lists-screens.md#saved)', () => {
  it('shows what this browser likes, the latest first; what is not shared any more without its title', async () => {
    like(one.id, gone, two.id)
    const { sent } = await renderApp('/saved', {
      session: null,
      api: { 'GET /api/v1/products': () => ({ items: [two, one] }) },
    })
    await expect.element(page.getByText('3 things, in this browser only')).toBeVisible()
    await expect.element(heading('Mug 1')).toBeVisible()
    expect(sent('GET /api/v1/products').map(({ input }) => input.query.ids)).toEqual([
      [two.id, gone, one.id].join(),
    ])
    const titles = [...document.querySelectorAll('article h2')].map(({ textContent }) => textContent)
    expect(titles).toEqual(['Mug 2', 'No longer shared', 'Mug 1'])
    await button('Remove').click()
    await expect.element(heading('No longer shared')).not.toBeInTheDocument()
    await expect.element(page.getByText('2 things, in this browser only')).toBeVisible()
    await button('Like Mug 1').click()
    await expect.element(page.getByText('1 thing, in this browser only')).toBeVisible()
    await expect.element(heading('Mug 1')).toBeVisible()
  })

  it('counts them in the bar of public pages, and stays what it was after a reload', async () => {
    like(one.id, two.id)
    await renderApp('/saved', { session: null, api: { 'GET /api/v1/products': () => ({ items: [] }) } })
    await expect.element(page.getByRole('link', { name: 'Saved, 2 things' })).toBeVisible()
    expect(localStorage.getItem('folio.liked')).toBe(`${two.id} ${one.id}`)
  })

  it('says what a heart does where nothing is liked', async () => {
    await renderApp('/saved', { session: null })
    await expect.element(heading('Nothing saved yet')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Find something' })).toHaveAttribute('href', '/feed')
    expect(keep.elements()).toEqual([])
  })

  it('has no flaws that axe finds', async () => {
    like(one.id, gone)
    await renderApp('/saved', { session: null, api: { 'GET /api/v1/products': () => ({ items: [one] }) } })
    await expect.element(heading('Mug 1')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })
})

describe('Keep in my account (docs/product/lists-screens.md#saved)', () => {
  it('leads a visitor to sign up, and is done after it', async () => {
    like(one.id, two.id)
    const { sent } = await renderApp('/saved', {
      session: null,
      api: {
        'GET /api/v1/products': () => ({ items: [two, one] }),
        'POST /api/v1/me/saved': () => ({ added: 2, items_count: 2 }),
        'GET /api/v1/me/lists': () => ({ items: [ownList('Saved', 1, { is_saved: true })] }),
      },
    })
    await keep.click()
    await expect.poll(addressOf).toBe('/signup')
    await expect.element(page.getByText('Sign up to keep')).toBeVisible()
    await expect.element(page.getByText('2 saved things')).toBeVisible()
    await signIn(person)
    await expect.poll(addressOf).toBe('/saved')
    await expect.element(heading('Kept in your account')).toBeVisible()
    expect(sent('POST /api/v1/me/saved').map(({ input }) => input.body.product_ids)).toEqual([
      [two.id, one.id],
    ])
    await expect.element(page.getByRole('link', { name: 'Open Saved' })).toBeVisible()
  })

  it('is forgotten by who goes elsewhere, or comes back without signing in', async () => {
    like(one.id)
    const api = { 'GET /api/v1/products': () => ({ items: [one] }) }
    const { router } = await renderApp('/saved', { session: null, api })
    await keep.click()
    await expect.poll(addressOf).toBe('/signup')
    expect(sessionStorage.getItem('folio.hearts')).not.toBeNull()
    await router.navigate({ to: '/feed' })
    await expect.poll(() => sessionStorage.getItem('folio.hearts')).toBeNull()
    await router.navigate({ to: '/saved' })
    await keep.click()
    await expect.poll(addressOf).toBe('/signup')
    await router.navigate({ to: '/saved' })
    await expect.poll(() => sessionStorage.getItem('folio.hearts')).toBeNull()
  })

  it('sends many in portions of a hundred, and offers it again after another heart', async () => {
    const ids = Array.from({ length: 150 }, (_, n) => idOf(9, n))
    like(...ids)
    const { sent } = await renderApp('/saved', {
      api: {
        'GET /api/v1/products': () => ({ items: [] }),
        'POST /api/v1/me/saved': () => ({ added: 1, items_count: 1 }),
        'GET /api/v1/me/lists': () => ({ items: [] }),
      },
    })
    await keep.click()
    await expect.element(heading('Kept in your account')).toBeVisible()
    expect(sent('POST /api/v1/me/saved').map(({ input }) => input.body.product_ids.length)).toEqual([100, 50])
    toggleLike(idOf(9, 500))
    await expect.element(keep).toBeVisible()
  })

  it('says why it was refused, and can be tried again', async () => {
    like(one.id)
    await renderApp('/saved', {
      api: {
        'GET /api/v1/products': () => ({ items: [one] }),
        'POST /api/v1/me/saved': () => Promise.reject(refused('conflict', 'The list is full.')),
      },
    })
    await keep.click()
    await expect.element(page.getByText('The list is full.')).toBeVisible()
    await expect.element(keep).toBeVisible()
  })
})
