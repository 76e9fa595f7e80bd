import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { wantedPage } from '../../session/wanted.ts'
import { type Answers, offline, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsOf } from '../../testing/flaws.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { person } from '../../testing/session.ts'
import type { Member } from '../people-queries.ts'
import { memberCalled } from '../testing/members.ts'
import { PeoplePanel } from './people-panel.tsx'

const theo = memberCalled('Theo Lindqvist')
const ines = memberCalled('Inés Duarte')
const kofi = memberCalled('Kofi Mensah')
const sora = memberCalled('Sora Kim')
const lena = memberCalled('Lena Vogt')
const followed = 'People you follow'
const top = 'Top creators this week'
const unavailable = () => {
  throw refused('internal_error')
}

/** A server that stores whom the person follows, the last one first, and answers by it. */
function world(following: Member[], perPage = 20) {
  const state = { following }
  const marked = (people: Member[]) =>
    people.map((one) => ({ ...one, is_following: state.following.some(({ id }) => id === one.id) }))
  const follow = (one: Member) => {
    state.following = [one, ...state.following]
  }
  const answers: Answers = {
    'GET /functions/v1/people-stats': () => ({
      following_count: state.following.length,
      followers_count: 0,
    }),
    'GET /api/v1/me/following': ({ query }) => {
      const from = Number(query?.cursor ?? 0)
      const next = from + perPage
      return {
        items: marked(state.following.slice(from, next)),
        next_cursor: next < state.following.length ? String(next) : null,
        following_count: state.following.length,
      }
    },
    'GET /functions/v1/people-top': () => {
      const creators = marked([kofi, sora, lena])
      return { creators, count: creators.length }
    },
    'POST /functions/v1/people-follow': ({ body: { userId, action } }) => {
      const whom = [theo, ines, kofi, sora, lena].find(({ id }) => id === userId) ?? theo
      if (action === 'follow') follow(whom)
      else state.following = state.following.filter(({ id }) => id !== userId)
      return {
        success: true,
        action,
        userId,
        following_count: state.following.length,
        followers_count: action === 'follow' ? 1 : 0,
      }
    },
  }
  return { answers, follow }
}

const panel = (
  <main id="main">
    <h1>Explore</h1>
    <PeoplePanel />
  </main>
)

// At this width the panel is beside the list; above the list it would begin folded.
beforeEach(() => page.viewport(1280, 800))

/** Renders the panel of a person who follows these, the last followed first. */
async function shown(following: Member[] = [ines, theo], changes: Answers = {}) {
  const { answers, follow } = world(following)
  const screen = await renderScreen(panel, { api: { ...answers, ...changes } })
  return { ...screen, answers, follow }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const list = (name: string) => page.getByRole('list', { name })
const toast = (text: string) => page.getByText(text, { exact: true })
const namesIn = (name: string) =>
  [...list(name).element().querySelectorAll('a bdi')].map(({ textContent }) => textContent)

describe('the people panel (docs/product/people.md#people-panel)', () => {
  it('lists whom the person follows, the last first, and this week’s creators; each part folds', async () => {
    const { router } = await shown()
    await expect.element(button('Following 2')).toBeVisible()
    await expect.element(button('Follow Kofi Mensah')).toBeVisible()
    expect(namesIn(followed)).toEqual(['Inés Duarte', 'Theo Lindqvist'])
    expect(namesIn(top)).toEqual(['Kofi Mensah', 'Sora Kim', 'Lena Vogt'])
    expect(await flawsOf()).toEqual([])

    await button(followed).click()
    await expect.element(list(followed)).not.toBeInTheDocument()
    await button(followed).click()
    await button('Following 2').click()
    await expect.element(button('Following 2')).toHaveAttribute('aria-expanded', 'false')
    await expect.element(list(top)).not.toBeInTheDocument()
    await button('Following 2').click()
    await page.getByRole('link', { name: /^Kofi Mensah/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/kofi')
  })

  it('shows a follow at once and everywhere, without moving anything, and unfollows by the menu', async () => {
    const { answer, answers, sent } = await shown()
    const held = Promise.withResolvers<void>()
    const follow = answers['POST /functions/v1/people-follow']
    answer({
      'POST /functions/v1/people-follow': async (input, extras) => {
        await held.promise
        return follow?.(input, extras) ?? unavailable()
      },
    })
    await button('Follow Kofi Mensah').dblClick()
    await expect.element(button('Following 3')).toBeVisible()
    await expect.element(button('Following Kofi Mensah')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(page.getByText('1 follower', { exact: true })).toBeVisible()
    expect(namesIn(top)).toEqual(['Kofi Mensah', 'Sora Kim', 'Lena Vogt'])
    held.resolve()
    await expect.element(toast('Following successfully')).toBeVisible()
    const calls = () => sent('POST /functions/v1/people-follow').map(({ input }) => input.body)
    expect(calls()).toEqual([{ userId: kofi.id, action: 'follow' }])
    expect(namesIn(followed)).toEqual(['Inés Duarte', 'Theo Lindqvist'])

    const followingTheo = button('Following Theo Lindqvist')
    ;(followingTheo.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Unfollow' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(toast('Unfollowed successfully')).toBeVisible()
    await expect.element(button('Following 2')).toBeVisible()
    await expect.element(button('Follow Theo Lindqvist')).toBeVisible()
    expect(calls()[1]).toEqual({ userId: theo.id, action: 'unfollow' })

    // Folding and opening loads the list again.
    await button(followed).click()
    await button(followed).click()
    await expect.poll(() => namesIn(followed)).toEqual(['Kofi Mensah', 'Inés Duarte'])
  })

  it('is reverted when following or unfollowing fails', async () => {
    await shown(undefined, { 'POST /functions/v1/people-follow': () => Promise.reject(offline()) })
    await button('Follow Sora Kim').click()
    await expect.element(toast('Failed to follow user')).toBeVisible()
    await expect.element(button('Follow Sora Kim')).toBeVisible()
    await expect.element(button('Following 2')).toBeVisible()
    await button('Following Inés Duarte').click()
    await page.getByRole('menuitem', { name: 'Unfollow' }).click()
    await expect.element(toast('Failed to unfollow user')).toBeVisible()
    await expect.element(button('Following Inés Duarte')).toBeVisible()
    await expect.element(button('Following 2')).toBeVisible()
  })

  it('shows more than 20 on demand, and people followed elsewhere on coming back', async () => {
    const many = Array.from({ length: 20 }, (_, index) => memberCalled(`Number ${index}`))
    const { follow } = await shown([...many, ines, theo])
    await expect.element(button('Following 22')).toBeVisible()
    await expect.element(page.getByText('+19', { exact: true })).toBeVisible()
    expect(namesIn(followed)).toHaveLength(20)
    await button('Show more').click()
    await expect.element(page.getByRole('link', { name: /^Theo Lindqvist/ })).toBeVisible()
    expect(namesIn(followed)).toHaveLength(22)

    follow(lena)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await expect.element(button('Following 23')).toBeVisible()
    await expect.poll(() => namesIn(followed)[0]).toBe('Lena Vogt')
    expect(button('Following Lena Vogt').elements().length).toBeGreaterThan(0)
  })
})

describe('nobody is followed, or nothing can be loaded (docs/product/people.md#people-panel)', () => {
  it("says 'You're not following anyone yet', and keeps its height with the first one", async () => {
    await shown([])
    await expect.element(page.getByRole('heading', { name: "You're not following anyone yet" })).toBeVisible()
    await expect.element(page.getByText('Discover creators and connect with the community')).toBeVisible()
    await expect.element(button('Following 0')).toBeVisible()
    await expect.element(button('Follow Lena Vogt')).toBeVisible()
    const topOf = () => page.getByRole('heading', { name: top }).element().getBoundingClientRect().top
    const before = topOf()
    await button('Follow Lena Vogt').click()
    await expect.element(button(followed)).toBeVisible()
    expect(namesIn(followed)).toEqual(['Lena Vogt'])
    expect(topOf()).toBe(before)
  })

  it('shows a failure in each part, and tries again (docs/product/people.md#people-panel)', async () => {
    const { answer, answers } = await shown(undefined, {
      'GET /api/v1/me/following': unavailable,
      'GET /functions/v1/people-top': unavailable,
    })
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
    await expect.element(alert('Failed to load people data')).toBeVisible()
    await expect.element(alert('Failed to load top creators')).toBeVisible()
    answer(answers)
    await alert('people data').getByRole('button').click()
    await alert('top creators').getByRole('button').click()
    await expect.element(button('Following Theo Lindqvist')).toBeVisible()
    await expect.element(button('Follow Kofi Mensah')).toBeVisible()
  })
})

describe('searching members (docs/product/people.md#member-search)', () => {
  const thea = memberCalled('Thea Wolfeschlegelsteinhausenbergerdorff')
  const maya = memberCalled('Maya Own', { id: person.id })
  const found = (...users: Member[]) => ({ users, count: users.length })
  const searched: Answers = {
    'GET /functions/v1/people-search': ({ query: { q } }) =>
      found(
        ...[{ ...theo, is_following: true }, thea, maya].filter(({ username }) => username.startsWith(q)),
      ),
  }
  const box = page.getByRole('textbox', { name: 'Search members' })

  it('searches once typing stops, shows who was found, and lets them be followed', async () => {
    const { sent } = await shown([theo], searched)
    await box.fill('   ')
    await userEvent.clear(box)
    // Fake time: a busy machine may type slower than the pause.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await userEvent.type(box, 'the')
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
    await expect.element(page.getByText('2 members found')).toBeInTheDocument()
    expect(sent('GET /functions/v1/people-search').map(({ input }) => input.query)).toEqual([{ q: 'the' }])
    await expect.element(list(followed)).not.toBeInTheDocument()
    await expect.element(button('Following Theo Lindqvist')).toBeVisible()
    await button('Follow Thea Wolfeschlegelsteinhausenbergerdorff').click()
    await expect.element(toast('Following successfully')).toBeVisible()
    await expect.element(button('Following 2')).toBeVisible()

    await box.fill('maya')
    await expect.element(page.getByText('1 member found')).toBeInTheDocument()
    await expect.element(button('You')).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await expect.element(box).toHaveValue('')
    await expect.element(list(followed)).toBeVisible()
  })

  it('says when nobody was found or it failed; an answer to an earlier text changes nothing', async () => {
    const held = Promise.withResolvers<void>()
    const search = searched['GET /functions/v1/people-search']
    const { answer, sent } = await shown([theo], {
      'GET /functions/v1/people-search': async (input, extras) => {
        if (input.query.q === 'theo') await held.promise
        return search?.(input, extras) ?? unavailable()
      },
    })
    await box.fill('theo')
    await expect.poll(() => sent('GET /functions/v1/people-search')).toHaveLength(1)
    await box.fill('nobody at all')
    await expect.element(page.getByText('No members found')).toBeVisible()
    await expect.element(page.getByText('Try a different name or check Top creators')).toBeVisible()
    held.resolve()
    answer({ 'GET /functions/v1/people-search': unavailable })
    await box.fill('th')
    await expect.element(page.getByRole('alert').getByText(/^Failed to search users/)).toBeVisible()
    answer(searched)
    await button('Retry').click()
    await expect.element(page.getByText('2 members found')).toBeInTheDocument()
  })

  it('fits 320 pixels, whatever the names', async () => {
    await page.viewport(320, 640)
    await shown([theo], searched)
    // Above the list it begins folded, and once opened it stays open at the next visit.
    await expect.element(button('Following 1')).toHaveAttribute('aria-expanded', 'false')
    await button('Following 1').click()
    await expect.element(button(top)).toHaveAttribute('aria-expanded', 'true')
    await box.fill('the')
    await expect.element(page.getByText('2 members found')).toBeInTheDocument()
    expect(fitsItsWidth()).toBe(true)
    expect(localStorage.getItem('folio.fold people above')).toBe('open')
    await button('Following 1').click()
  })
})

describe('the people panel for visitors', () => {
  it('shows only the top creators, and a press on Follow leads to sign in first', async () => {
    const creators = world([]).answers['GET /functions/v1/people-top']
    const { router } = await renderScreen(panel, {
      session: null,
      api: { ...(creators && { 'GET /functions/v1/people-top': creators }) },
    })
    await expect.element(button('Follow Kofi Mensah')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Following/ })).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Search members')).not.toBeInTheDocument()
    await button('Follow Kofi Mensah').click()
    await expect.poll(() => router.state.location.pathname).toBe('/auth')
    expect(wantedPage()).toBe('/kofi')
  })
})
