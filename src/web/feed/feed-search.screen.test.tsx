import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { memberCalled } from '../people/testing/members.ts'
import { cardWith, titlesShown } from '../product/testing/card.ts'
import { type Answers, offline } from '../testing/fake-api.ts'
import { fitsItsWidth, flawsOf } from '../testing/flaws.ts'
import { person } from '../testing/session.ts'
import { chip, failed, following, retry, scope, shown } from './testing/shown-feed.tsx'

describe("the feed's search (docs/product/feed.md#search)", () => {
  const box = page.getByRole('combobox', { name: 'Search by product or tags' })
  const options = page.getByRole('option')
  const desktop = page.getByRole('button', { name: 'Search by product or tags' })
  const beside = { tags: [], people: [], instead: null }
  const bowl = { ...cardWith({ title: 'Bowl 44' }), tags: null }
  const kettle = { ...cardWith({ title: 'Gooseneck kettle' }, 2), tags: ['coffee'] }
  const searched: NonNullable<Answers['GET /api/v1/search']> = ({ query: { q } }) => ({
    ...beside,
    items: [bowl, kettle].filter(({ title }) => title.toLowerCase().includes(q)),
  })

  it('searches for the text in the address, as in a tag’s link, and writes the typed text there', async () => {
    await page.viewport(1100, 800)
    await shown({ route: '/feed?q=kettle', api: { 'GET /api/v1/search': searched } })
    await expect.element(box).toHaveValue('kettle')
    await expect.element(options.getByText('Gooseneck kettle')).toBeVisible()
    await box.fill('bowl 44')
    await expect.element(options.getByText('Bowl 44')).toBeVisible()
    expect(window.location.search).toBe('?q=bowl+44')
    await userEvent.keyboard('{Escape}')
    await expect.element(options).not.toBeInTheDocument()
    expect(window.location.search).toBe('')
  })

  it('is restored by Back with its category, and adds no history entry for each letter', async () => {
    await page.viewport(1100, 800)
    await shown({ api: { 'GET /api/v1/search': searched } })
    await chip('Garden').click()
    await expect.element(chip('Garden')).toHaveAttribute('aria-pressed', 'true')
    // Only now: steps that another test went back over were ahead of the first.
    const before = window.history.length
    await desktop.click()
    await box.fill('kettle')
    await box.fill('kettl')
    await expect.element(options.getByText('Gooseneck kettle')).toBeVisible()
    expect(window.history.length).toBe(before)
    await chip('Books').click()
    await box.fill('bowl 44')
    await expect.element(options.getByText('Bowl 44')).toBeVisible()
    window.history.back()
    await expect.element(box).toHaveValue('kettl')
    await expect.element(options.getByText('Gooseneck kettle')).toBeVisible()
    await expect.element(chip('Garden')).toHaveAttribute('aria-pressed', 'true')
    window.history.back()
    await expect.element(box).not.toBeInTheDocument()
    await expect.poll(() => titlesShown()[0]).toBe('Mug 1')
    window.history.forward()
    await expect.element(box).toHaveValue('kettl')
  })

  it('never shows the answer of an earlier query for a later one, and says when it failed', async () => {
    await page.viewport(1100, 800)
    const held = Promise.withResolvers<void>()
    const { answer, sent, router } = await shown({
      api: {
        'GET /api/v1/search': async (input, extras) => {
          if (input.query.q === 'kettle') await held.promise
          return searched(input, extras)
        },
      },
    })
    await desktop.click()
    await box.fill('kettle')
    await expect.poll(() => sent('GET /api/v1/search')).toHaveLength(1)
    await box.fill('bowl 44')
    await expect.element(options.getByText('Bowl 44')).toBeVisible()
    held.resolve()
    await held.promise
    await new Promise(requestAnimationFrame)
    expect(options.elements()).toHaveLength(1)
    await expect.element(options).toMatchTextContent(/^Bowl 44/)

    answer({ 'GET /api/v1/search': () => Promise.reject(offline()) })
    await box.fill('vase')
    await expect.element(failed).toBeVisible()
    answer({ 'GET /api/v1/search': searched })
    await retry.click()
    await expect.element(page.getByRole('heading', { name: 'No items found' })).toBeVisible()
    await box.fill('  ')
    await expect.element(page.getByRole('heading', { name: 'Mug 1', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(desktop).toHaveFocus()
    expect(router.state.location.pathname).toBe('/feed')
  })

  it('finds tags and people beside products, and says which text it searched for where one letter was wrong', async () => {
    const { bio: _bio, is_following: _is, ...ines } = memberCalled('Inés Duarte')
    const { router } = await shown({
      api: {
        'GET /api/v1/search': ({ query: { q } }) => ({
          items: [kettle],
          tags: q.startsWith('#') ? [] : ['coffee'],
          people: q.startsWith('#') ? [] : [ines],
          instead: q === 'cofee' ? 'coffee' : null,
        }),
      },
    })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await box.fill('cofee')
    await expect.element(page.getByText('Nothing for “cofee”. Showing “coffee”.')).toBeVisible()
    await expect
      .element(page.getByRole('list', { name: 'People found' }).getByText('Inés Duarte'))
      .toBeVisible()
    expect(await flawsOf()).toEqual([])
    await page.getByRole('button', { name: '#coffee' }).click()
    await expect.element(box).toHaveValue('#coffee')
    await expect.element(page.getByText('Nothing for', { exact: false })).not.toBeInTheDocument()
    window.history.back()
    await expect.element(box).toHaveValue('cofee')
    await expect.element(page.getByText('Nothing for “cofee”. Showing “coffee”.')).toBeVisible()
    await box.fill('ines')
    await page.getByRole('link', { name: /Inés Duarte/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe(`/${ines.username}`)
  })

  it('aligns right-to-left names with the handles', async () => {
    const {
      bio: _bio,
      is_following: _is,
      ...noa
    } = memberCalled('נועה כהן', { username: 'a-much-longer-handle' })
    await shown({ api: { 'GET /api/v1/search': () => ({ ...beside, items: [], people: [noa] }) } })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await box.fill('noa')
    const lefts = ['נועה כהן', '@a-much-longer-handle'].map(async (text) => {
      const words = document.createRange()
      words.selectNodeContents(await page.getByText(text, { exact: true }).findElement())
      return Math.round(words.getBoundingClientRect().left)
    })
    const [name, handle] = await Promise.all(lefts)
    expect(name).toBe(handle)
  })

  it('offers the next wider search where nothing was found', async () => {
    await page.viewport(1100, 800)
    await shown({
      session: person,
      route: '/feed?scope=following&category=garden&q=kettle',
      api: {
        ...following,
        'GET /api/v1/search': ({ query }) => ({
          ...beside,
          items: query.scope === 'following' || query.category ? [] : [kettle],
        }),
      },
    })
    await expect.element(page.getByRole('heading', { name: 'No items found' })).toBeVisible()
    await page.getByRole('button', { name: 'Search all categories' }).click()
    await page.getByRole('button', { name: 'Search everyone’s items' }).click()
    await expect.element(options.getByText('Gooseneck kettle')).toBeVisible()
  })

  it('searches only followed people in their feed, and fits long words in small windows', async () => {
    await page.viewport(320, 640)
    const title = `${'Extraordinarily'.repeat(8)} kettle`
    const long = { ...cardWith({ title, description: title.repeat(3) }, 3) }
    const tags = ['kettle'.repeat(5), 'an-endless-tag'.repeat(4)]
    const { sent } = await shown({
      session: person,
      api: {
        ...following,
        'GET /api/v1/search': ({ query }) => ({
          ...beside,
          items: [{ ...long, tags }, ...(query.scope === 'following' ? [] : [kettle])],
        }),
      },
    })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await box.fill('kettle')
    await expect.poll(() => options.elements()).toHaveLength(2)
    await scope('Home feed (following)').click()
    await expect.poll(() => options.elements()).toHaveLength(1)
    expect(sent('GET /api/v1/search').map(({ input }) => input.query.scope)).toEqual(['public', 'following'])
    await expect.element(options.getByText(/^Extraordinarily/).first()).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
    await scope('Explore public posts').click()
  })
})
