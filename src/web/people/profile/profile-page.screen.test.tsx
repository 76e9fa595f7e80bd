import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AnswerOf } from '../../api/client.ts'
import { mugs, titlesShown } from '../../product/testing/card.ts'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { type Answers, offline, refused } from '../../testing/fake-api.ts'
import { fakeClipboard } from '../../testing/fake-clipboard.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { toastOf } from '../../testing/forms.ts'
import { me } from '../../testing/people.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { person, signIn } from '../../testing/session.ts'
import type { Front, ProfileData } from './load-profile.ts'
import { ProfilePage } from './profile-page.tsx'
import { ProfileNotFound } from './profile-states.tsx'

const theo: ProfileData = {
  id: '0193a000-0000-7000-8000-00000000000d',
  first_name: 'Theo',
  last_name: 'Lindqvist',
  username: 'theo',
  avatar_url: null,
  bio: 'Coffee, clay and chairs.',
  cover_url: null,
  links: [],
  followers_count: 0,
  following_count: 0,
  products_count: 42,
  is_following: null,
}
const nothing: Front = { picks: [], categories: [], lists_count: 0 }
/** The viewer is an admin. */
const asAdmin: Answers = { 'GET /api/v1/me': () => ({ ...me, is_admin: true }) }
const followCall = 'POST /functions/v1/people-follow'
const button = (name: string) => page.getByRole('button', { name })
const counts = (text: string) => expect.element(page.getByText(text)).toBeVisible()
const toast = (text: string) => page.getByText(text)

const answered = (isFollowing: boolean): AnswerOf<typeof followCall> => ({
  success: true,
  action: isFollowing ? 'follow' : 'unfollow',
  userId: theo.id,
  following_count: isFollowing ? 1 : 0,
  followers_count: isFollowing ? 1 : 0,
})

/** Renders a profile for a visitor. */
const visited = (profile = theo, products = mugs(40), api: Answers = {}, front: Front = nothing) =>
  renderScreen(
    <ProfilePage
      profile={profile}
      front={front}
      products={{ items: products, next_cursor: products.length === 40 ? 'more' : null }}
      tab="products"
    />,
    {
      session: null,
      route: `/${profile.username}`,
      api,
    },
  )

describe('/{username} (docs/product/storefront.md#what-it-shows)', () => {
  it('has the three layouts, and loads more on scrolling', async () => {
    await visited(theo, mugs(40), {
      'GET /api/v1/profiles/:username/products': () => ({ items: mugs(2, 41), next_cursor: null }),
    })
    for (const name of ['List View', 'Full Card View', 'Grid View']) {
      await button(name).click()
      expect(titlesShown().slice(0, 40)).toEqual(mugs(40).map(({ title }) => title))
    }
    window.scrollTo(0, document.body.scrollHeight)
    await expect.poll(titlesShown).toEqual(mugs(42).map(({ title }) => title))
  })

  it("says 'No items yet' where there are none, and fits 320 pixels whatever the names", async () => {
    await page.viewport(320, 640)
    const names = { first_name: 'Wolfeschlegelsteinhausenbergerdorff', last_name: 'بن علي 👩‍🚀' }
    await visited({ ...theo, ...names, products_count: 0 }, [])
    await expect.element(page.getByRole('link', { name: 'Products (0)' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
  })

  it("says 'Failed to load products' when only the next page fails", async () => {
    await visited(theo, mugs(40), {
      'GET /api/v1/profiles/:username/products': () => Promise.reject(offline()),
    })
    window.scrollTo(0, document.body.scrollHeight)
    await expect.element(page.getByText('Failed to load products')).toBeVisible()
  })

  it('has no accessibility flaw that axe finds, light or dark', async () => {
    await visited(theo, mugs(3))
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('has none on the page of an unknown name either, which links home', async () => {
    const { router } = await renderScreen(<ProfileNotFound />, { session: null, route: '/nobody-here' })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
  })
})

describe('Follow on a profile (docs/product/people.md#following)', () => {
  /** Renders a profile for a signed-in person; `changes` replace answers. */
  const shown = (profile: ProfileData = theo, changes: Answers = {}) =>
    renderScreen(
      <ProfilePage
        profile={profile}
        front={nothing}
        products={{ items: [], next_cursor: null }}
        tab="products"
      />,
      {
        route: `/${profile.username}`,
        api: {
          'GET /api/v1/me': () => me,
          'GET /api/v1/profiles/:username': () => ({ ...profile, is_following: false }),
          [followCall]: ({ body }) => answered(body.action === 'follow'),
          ...changes,
        },
      },
    )

  it('is reverted when it fails, and says so', async () => {
    const { answer } = await shown(theo, { [followCall]: () => Promise.reject(offline()) })
    await button('Follow').click()
    await expect.element(toast('Could not follow')).toBeVisible()
    await expect.element(toast('Please try again.')).toBeVisible()
    await expect.element(button('Follow')).toBeVisible()
    await counts('0 followers')
    answer({
      [followCall]: ({ body }) => answered(body.action === 'follow'),
      'GET /api/v1/profiles/:username': () => ({ ...theo, is_following: true, followers_count: 1 }),
    })
    await button('Follow').click()
    await expect.element(button('Following')).not.toHaveAttribute('aria-disabled')
    answer({
      [followCall]: () => {
        throw refused('unavailable')
      },
    })
    await button('Following').click()
    await page.getByRole('menuitem', { name: 'Unfollow' }).click()
    await expect.element(toast('Could not unfollow')).toBeVisible()
    await expect.element(button('Following')).toBeVisible()
    await counts('1 follower')
  })

  it("is 'You' on the own profile", async () => {
    await shown({ ...theo, id: person.id })
    await expect.element(button('You')).toBeDisabled()
  })

  it("is 'Retry' where the state cannot be loaded", async () => {
    const { answer } = await shown(theo, {
      'GET /api/v1/profiles/:username': () => {
        throw refused('internal_error')
      },
    })
    await expect.element(button('Retry')).toBeVisible()
    answer({ 'GET /api/v1/profiles/:username': () => ({ ...theo, is_following: false }) })
    await button('Retry').click()
    await expect.element(button('Follow')).toBeVisible()
  })
})

describe('a follow pressed signed out (decision 15)', () => {
  /** A visitor presses Follow on a profile and signs in; `isFollowing` is what the server answers then. */
  async function followSignedOut(profile: ProfileData, changes: Answers = {}) {
    const screen = await renderApp(`/${profile.username}`, {
      session: null,
      api: {
        'GET /api/v1/profiles/:username': () => profile,
        'GET /api/v1/profiles/:username/products': () => ({ items: [], next_cursor: null }),
        'GET /api/v1/profiles/:username/front': () => nothing,
        [followCall]: () => answered(true),
        ...changes,
      },
    })
    await button('Follow').click()
    await expect.poll(addressOf).toBe('/login')
    return async (isFollowing: boolean) => {
      screen.answer({ 'GET /api/v1/profiles/:username': () => ({ ...profile, is_following: isFollowing }) })
      await signIn(person)
      await expect.poll(addressOf).toBe(`/${profile.username}`)
      return screen
    }
  }

  it('causes no error where they were followed already', async () => {
    const comeBack = await followSignedOut(theo)
    const { sent } = await comeBack(true)
    await expect.element(toastOf('Following')).toBeVisible()
    await expect.element(button('Following')).not.toHaveAttribute('aria-disabled')
    expect(sent(followCall).map(({ input }) => input.body)).toEqual([{ userId: theo.id, action: 'follow' }])
  })

  it('does nothing on the own profile', async () => {
    const comeBack = await followSignedOut({ ...theo, id: person.id })
    const { sent } = await comeBack(false)
    await expect.element(button('You')).toBeVisible()
    expect(sent(followCall)).toEqual([])
  })

  it('says when it fails', async () => {
    const comeBack = await followSignedOut(theo, { [followCall]: () => Promise.reject(offline()) })
    await comeBack(false)
    await expect.element(toastOf('Could not follow')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  })
})

it('lets its owner edit and share it', async () => {
  const own = { ...theo, id: person.id, username: 'maya' }
  await renderScreen(
    <ProfilePage profile={own} front={nothing} products={{ items: [], next_cursor: null }} tab="products" />,
    {
      route: '/maya',
      api: { 'GET /api/v1/profiles/:username': () => own, 'GET /api/v1/me': () => me },
    },
  )
  await expect.element(button('You')).toBeDisabled()
  await expect.element(page.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/profile')
  await expect.element(page.getByRole('link', { name: 'Add your first product' })).toBeVisible()
  const copied = fakeClipboard()
  await button('Share, with QR code').click()
  await expect.element(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await button('Copy Link').click()
  await expect.element(toast('Link copied!')).toBeVisible()
  expect(copied).toEqual([`${window.location.origin}/maya`])
})

it('lets an admin sign its owner out and suspend them without a report (docs/product/moderation.md#deciding)', async () => {
  const suspend = 'POST /api/v1/admin/accounts/:id/suspend'
  const { sent } = await renderScreen(
    <ProfilePage profile={theo} front={nothing} products={{ items: [], next_cursor: null }} tab="products" />,
    {
      api: {
        ...asAdmin,
        'GET /api/v1/profiles/:username': () => theo,
        [suspend]: () => ({ outcome: 'changed' as const }),
      },
    },
  )
  const options = page.getByRole('region', { name: 'For admins' })
  await expect.element(options.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await options.getByRole('button', { name: 'Suspend account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend @theo?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Fake shops')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(suspend).at(-1)?.input).toMatchObject({
    params: { id: theo.id },
    body: { reason: 'Fake shops' },
  })
})
