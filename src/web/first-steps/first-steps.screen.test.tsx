import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cardWith } from '../product/testing/card.ts'
import { renderApp } from '../testing/app.tsx'
import { type Answers, refused } from '../testing/fake-api.ts'
import { fakeStorage } from '../testing/fake-storage.ts'
import { chooseFile, photo } from '../testing/files.ts'
import { flawsInEveryLook, flawsOf } from '../testing/flaws.ts'
import { me } from '../testing/people.ts'
import { onePage, ownCategories } from '../testing/samples.ts'
import { signIn } from '../testing/session.ts'

const patch = 'PATCH /api/v1/me'
const list = page.getByRole('region', { name: 'First steps' })
const button = (name: string) => list.getByRole('button', { name, exact: true })
const username = list.getByRole('textbox', { name: 'Username' })

/** The answers to the calls of a new person, whose profile changes as it is saved. */
function somebodyNew(rest: Partial<typeof me> = {}): Answers {
  let now: typeof me = { ...me, first_steps: { handle: 'names' }, ...rest }
  return {
    'GET /api/v1/me': () => now,
    'GET /api/v1/usernames/:username': () => ({ status: 'available' }),
    [patch]: ({ body }) => {
      if (body.username) now = { ...now, username: body.username, first_steps: { handle: 'chosen' } }
      if (body.avatar_url) now = { ...now, avatar_url: '/art/mug.svg' }
      if (body.first_steps === null) now = { ...now, first_steps: null }
      return now
    },
  }
}

const openNew = (address: string, rest: Partial<typeof me> = {}, more: Answers = {}) =>
  renderApp(address, { api: { ...somebodyNew(rest), ...more } })

describe('the first steps (docs/product/sign-in.md#first-steps)', () => {
  it('are three rows in My Folio of a new account and beside the feed, with its address', async () => {
    await page.viewport(1280, 800)
    const { router } = await openNew('/feed')
    await expect.element(list).toBeVisible()
    await expect.element(list.getByText('1 of 3')).toBeVisible()
    await expect.element(list.getByText(`${window.location.host}/maya`)).toBeVisible()
    const feed = page.getByRole('region', { name: 'Products' }).element().getBoundingClientRect()
    expect(list.element().getBoundingClientRect().left).toBeGreaterThan(feed.right)
    expect(list.element().getBoundingClientRect().height).toBeLessThan(260)
    await router.navigate({ to: '/my-folio' })
    await expect.element(page.getByRole('heading', { level: 1, name: 'My Folio' })).toBeInTheDocument()
    await expect.element(button('Add a photo')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('come together with what is below them, which nothing moves then', async () => {
    const answered = Promise.withResolvers<void>()
    const { sent } = await openNew(
      '/my-folio',
      {},
      {
        'GET /api/v1/me': async () => {
          await answered.promise
          return { ...me, first_steps: { handle: 'names' } }
        },
      },
    )
    const below = page.getByRole('heading', { name: /^What do you tell everyone/ })
    await expect.poll(() => sent('GET /api/v1/me/categories')).toHaveLength(1)
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    expect(below.query()).toBeNull()
    answered.resolve()
    await expect.element(below).toBeVisible()
    expect(list.query()).not.toBeNull()
  })

  it.each(['Grid View', 'List View', 'Full Card View'])(
    'come after the first cards of the feed on a phone, in %s',
    async (view) => {
      await page.viewport(390, 844)
      const posts = Array.from({ length: 8 }, (_, n) => cardWith({ title: `Post ${n + 1}` }, n + 1))
      await openNew('/feed', {}, { 'GET /api/v1/feed': () => onePage(posts) })
      await page.getByRole('button', { name: view }).click()
      await expect.element(list).toBeInTheDocument()
      const order = page
        .getByRole('region', { name: 'Products' })
        .getByRole('heading')
        .elements()
        .map(({ textContent }) => textContent)
      expect(order.indexOf('First steps')).toBe(6)
      await button('Not now').click()
      await expect.element(list).not.toBeInTheDocument()
    },
  )

  it('have the room beside the feed that they took last, with boxes, while they load, until they are done', async () => {
    await page.viewport(1280, 800)
    const boxes = () =>
      getComputedStyle(document.querySelector('.steps-room') as Element, '::before').backgroundImage
    const top = () => page.getByRole('region', { name: 'People' }).element().getBoundingClientRect().top
    const first = await openNew('/feed')
    await expect.element(list).toBeVisible()
    await expect.poll(() => localStorage.getItem('folio.height steps')).toMatch(/^[1-9][0-9]+px$/)
    const below = top()
    expect(boxes()).toBe('none')
    await first.unmount()
    // Whoever comes next has nothing loaded yet.
    await signIn(null)

    const answered = Promise.withResolvers<void>()
    await openNew(
      '/feed',
      {},
      { 'GET /api/v1/me': () => answered.promise.then(() => ({ ...me, first_steps: null })) },
    )
    await expect.poll(top).toBe(below)
    expect(list.query()).toBeNull()
    expect(boxes()).not.toBe('none')
    answered.resolve()
    await expect.poll(top).toBeLessThan(below - 100)
    expect(boxes()).toBe('none')
    expect(localStorage.getItem('folio.height steps')).toBeNull()
  })

  it('are not shown to an account that has finished them', async () => {
    await renderApp('/my-folio')
    await expect.element(page.getByRole('heading', { name: /^What do you tell/ })).toBeVisible()
    expect(list.query()).toBeNull()
  })

  it('disappear for good once all are done', async () => {
    fakeStorage()
    const { sent } = await openNew(
      '/my-folio',
      {},
      { 'GET /api/v1/me/categories': () => ownCategories({ inbox: 1 }) },
    )
    await expect.element(list.getByText('Your handle: done')).toBeVisible()
    await expect.element(list.getByText('Your first link: done')).toBeVisible()
    chooseFile(await photo())
    await page.getByRole('dialog', { name: 'Crop Image' }).getByRole('button', { name: 'Apply Crop' }).click()
    await expect.element(list).not.toBeInTheDocument()
    await expect
      .poll(() => sent(patch).map(({ input }) => Object.keys(input.body)))
      .toEqual([['avatar_url'], ['first_steps']])
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  it('can be dismissed for good', async () => {
    const { sent } = await openNew('/my-folio')
    await button('Not now').click()
    await expect.element(list).not.toBeInTheDocument()
    expect(sent(patch).map(({ input }) => input.body)).toEqual([{ first_steps: null }])
    await expect.element(page.getByRole('main')).toHaveFocus()
  })
})

describe('the handle, the first step (docs/product/sign-in.md#first-steps)', () => {
  it('shows its address as it is typed, and is saved', async () => {
    const { sent } = await openNew('/my-folio')
    await button('Change your handle').click()
    await expect.element(username).toHaveValue('maya')
    await username.fill('Lamps-of-Maya')
    await expect.element(list.getByText(`${window.location.host}/lamps-of-maya`)).toBeVisible()
    await expect.element(list.getByText('Username is available.')).toBeVisible()
    expect(await flawsOf()).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Change your handle')).toHaveFocus()
    await expect.element(list.getByText(`${window.location.host}/lamps-of-maya`)).toBeVisible()
    expect(sent(patch).map(({ input }) => input.body)).toEqual([{ username: 'lamps-of-maya' }])
  })

  it('can be changed by keyboard alone, and cancelled with Escape', async () => {
    const { sent } = await openNew('/my-folio')
    await expect.element(button('Change your handle')).toBeVisible()
    button('Change your handle').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(username).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Change your handle')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('maya-o')
    await expect.element(list.getByText('Username is available.')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(list.getByText(`${window.location.host}/maya-o`)).toBeVisible()
    expect(sent(patch).map(({ input }) => input.body)).toEqual([{ username: 'maya-o' }])
  })

  it('is asked for where none could be made from the names', async () => {
    await openNew('/my-folio', { username: 'creator-0f3a9c1d', first_steps: { handle: 'stand_in' } })
    await expect.element(list.getByText('Choose your handle')).toBeVisible()
    await expect.element(list.getByText('We could not make one from your name.')).toBeVisible()
    await expect.element(list.getByText('0 of 3')).toBeVisible()
    await button('Choose').click()
    await expect.element(username).toHaveValue('')
    await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true')
    await username.fill('ли')
    await expect.element(list.getByText('3–20 chars, lowercase letters, numbers, _ or -.')).toBeVisible()
    await username.fill('li-na')
    await expect.element(list.getByText('Username is available.')).toBeVisible()
    await button('Save').click()
    await expect.element(list.getByText('Your handle: done')).toBeVisible()
    await expect.element(button('Change your handle')).toHaveFocus()
  })

  it('shows the server’s message beside the field, and keeps what was typed', async () => {
    const message = 'Username is already taken.'
    await openNew(
      '/my-folio',
      {},
      {
        [patch]: () =>
          Promise.reject(refused('conflict', message, { problems: [{ path: 'username', message }] })),
      },
    )
    await button('Change your handle').click()
    await username.fill('taken-meanwhile')
    await expect.element(list.getByText('Username is available.')).toBeVisible()
    await button('Save').click()
    await expect.element(list.getByText(message)).toBeVisible()
    await expect.element(username).toHaveValue('taken-meanwhile')
    await username.fill('taken-meanwhile2')
    await expect.element(list.getByText(message)).not.toBeInTheDocument()
  })
})

describe('the photo, in place (docs/product/sign-in.md#first-steps)', () => {
  it('is cropped, uploaded and ticked off, and the next step gets the focus', async () => {
    await page.viewport(1280, 800)
    const uploads = fakeStorage()
    await openNew('/feed')
    await expect.element(button('Add a photo')).toBeVisible()
    chooseFile(await photo())
    await page.getByRole('dialog', { name: 'Crop Image' }).getByRole('button', { name: 'Apply Crop' }).click()
    await expect.element(list.getByText('Your photo: done')).toBeVisible()
    expect(uploads).toHaveLength(1)
    await button('Add a product').click()
    await expect.element(page.getByRole('heading', { name: 'Got something amazing to share?' })).toBeVisible()
  })
})
