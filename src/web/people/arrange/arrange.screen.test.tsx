import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answers } from '../../testing/fake-api.ts'
import { offline } from '../../testing/fake-api.ts'
import { fakeStorage } from '../../testing/fake-storage.ts'
import { chooseFile, photo } from '../../testing/files.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { ownCard } from '../../testing/samples.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { ProfilePage } from '../profile/profile-page.tsx'
import { ownFront, ownFrontAnswers, theo, theosLinks } from '../testing/storefronts.ts'

const button = (name: string) => page.getByRole('button', { name })

describe('Arrange (docs/product/storefront.md#arrange)', () => {
  const arranged = async (api: Answers = {}) => {
    const screen = await renderScreen(<ProfilePage {...ownFront} />, {
      route: '/maya',
      api: { ...ownFrontAnswers, ...api },
    })
    await button('Arrange').click()
    await expect.element(button('Done')).toBeVisible()
    return screen
  }

  it('has no accessibility flaw that axe finds', async () => {
    await arranged()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('is not offered to others', async () => {
    await renderScreen(<ProfilePage {...theo} />, {
      route: '/theo',
      api: {
        'GET /api/v1/me': () => me,
        'GET /api/v1/profiles/:username': () => ({ ...theo.profile, is_following: false }),
      },
    })
    await expect.element(button('Follow')).toBeVisible()
    expect(button('Arrange').elements()).toEqual([])
  })

  it('refuses what is no link to another place, and adds one that is, with Undo', async () => {
    const added = [...theosLinks, { url: 'https://tiktok.com/@theo', name: 'TikTok', sign: 'note' as const }]
    const { sent } = await arranged({
      'PATCH /api/v1/me': ({ body }) => ({ ...me, links: body.links?.length === 3 ? added : theosLinks }),
    })
    const box = page.getByRole('textbox', { name: 'Add a link' })
    await box.fill('amzn.to/3x')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.element(page.getByText('Links to Amazon belong to products', { exact: false })).toBeVisible()
    await box.fill('tiktok.com/@theo')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.element(page.getByText('Link added')).toBeVisible()
    await expect.element(button('Remove TikTok')).toBeVisible()
    await button('Undo').click()
    await expect.element(button('Remove TikTok')).not.toBeInTheDocument()
    expect(sent('PATCH /api/v1/me').map(({ input }) => input.body.links?.length)).toEqual([3, 2])
  })

  it('orders picks with the arrow keys, and removes them, with Undo', async () => {
    const { sent } = await arranged({ 'PUT /api/v1/me/picks': () => ({ items: [] }) })
    const ids = theo.front.picks.map(({ id }) => id)
    const [first] = page.getByRole('button', { name: /^Move / }).elements()
    ;(first as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByText('Picks ordered')).toBeVisible()
    const last = () => sent('PUT /api/v1/me/picks').at(-1)?.input.body.product_ids
    expect(last()).toEqual([ids[1], ids[0], ids[2]])
    await button('Undo').click()
    await expect.poll(last).toEqual(ids)
    await button(`Remove ${theo.front.picks[0]?.title}`).click()
    await expect.poll(last).toEqual(ids.slice(1))
  })

  it('keeps the picks where saving fails, and says so', async () => {
    await arranged({ 'PUT /api/v1/me/picks': () => Promise.reject(offline()) })
    await button(`Remove ${theo.front.picks[0]?.title}`).click()
    await expect.element(page.getByText('Failed to save your picks')).toBeVisible()
    await expect.element(button(`Remove ${theo.front.picks[0]?.title}`)).toBeVisible()
  })

  describe('picks', () => {
    const items = Array.from({ length: 8 }, (_, n) => ownCard(`Vase ${n + 1}`, n + 1))
    const tick = (name: string) => page.getByRole('checkbox', { name, exact: true })
    const mine = 'GET /api/v1/me/products'

    it('are chosen among one’s own items, six at most, and found by their words', async () => {
      const { sent } = await arranged({
        [mine]: ({ query }) => ({
          items: items.filter(({ title }) => !query.q || title.endsWith(query.q)),
          next_cursor: null,
        }),
        'PUT /api/v1/me/picks': () => ({ items: [] }),
      })
      await page.getByRole('button', { name: 'Choose', exact: true }).click()
      for (const n of [1, 2, 3]) await tick(`Vase ${n}`).click()
      await expect.element(button('Use 6 of 6')).toBeVisible()
      await expect.element(tick('Vase 4')).toBeDisabled()
      await tick('Vase 2').click()
      await page.getByRole('searchbox', { name: 'Search your items' }).fill('8')
      await expect.element(tick('Vase 1')).not.toBeInTheDocument()
      await tick('Vase 8').click()
      expect(await flawsInEveryLook()).toEqual({})
      await button('Use 6 of 6').click()
      await expect.element(page.getByText('Picks changed')).toBeVisible()
      const before = ownFront.front.picks.map(({ id }) => id)
      const chosen = [1, 3, 8].map((n) => items[n - 1]?.id)
      expect(sent('PUT /api/v1/me/picks').at(-1)?.input.body.product_ids).toEqual([...before, ...chosen])
    })

    it('are none that others do not see; where nothing has the words it says so', async () => {
      await arranged({
        [mine]: ({ query }) => ({
          items: query.q
            ? []
            : [
                ownCard('Vase', 1),
                ownCard('', 2, { needs_details: true }),
                ownCard('Lamp', 3, { hidden: { reason: 'Spam', since: '2026-11-20T12:00:00Z' } }),
              ],
          next_cursor: null,
        }),
      })
      await page.getByRole('button', { name: 'Choose', exact: true }).click()
      await expect.element(tick('Vase')).toBeVisible()
      expect(page.getByRole('checkbox').elements()).toHaveLength(1)
      await page.getByRole('searchbox', { name: 'Search your items' }).fill('nothing')
      await expect.element(page.getByText('None of your items has these words.')).toBeVisible()
    })
  })

  describe('the cover', () => {
    const dialog = page.getByRole('dialog', { name: 'Place your cover' })
    const covers = (sent: Awaited<ReturnType<typeof arranged>>['sent']) =>
      sent('PATCH /api/v1/me').map(({ input }) => input.body.cover_url)
    const answers: Answers = {
      'PATCH /api/v1/me': ({ body }) => ({ ...me, cover_url: body.cover_url ?? null }),
    }

    it('is a part of an own picture, and Undo sends the one before again', async () => {
      const stored = fakeStorage(() => undefined)
      const { sent } = await arranged(answers)
      chooseFile(await photo())
      await expect.element(dialog).toBeVisible()
      const frame = dialog.getByRole('group', { name: /^The cover/ })
      ;(frame.element() as HTMLElement).focus()
      await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowUp}{/Shift}')
      expect(await flawsInEveryLook()).toEqual({})
      await dialog.getByRole('button', { name: 'Use this part' }).click()
      await expect.element(page.getByText('Cover changed')).toBeVisible()
      const form = stored.at(-1)?.body
      if (!(form instanceof FormData)) throw new Error('nothing was uploaded')
      const { width, height } = await createImageBitmap(form.get('') as Blob)
      expect([width, height]).toEqual([1600, 400])
      await button('Undo').click()
      await expect.poll(() => covers(sent).length).toBe(2)
      expect(stored).toHaveLength(2)
      expect(new Set(covers(sent)).size).toBe(2)
    })

    it('is removed, and stays as it was where that fails', async () => {
      const { answer, sent } = await arranged({ 'PATCH /api/v1/me': () => Promise.reject(offline()) })
      await button('Remove cover').click()
      await expect.element(page.getByText('Failed to save')).toBeVisible()
      await expect.element(button('Change cover')).toBeVisible()
      answer(answers)
      await button('Remove cover').click()
      await expect.element(page.getByText('Cover removed')).toBeVisible()
      await expect.element(button('Add a cover')).toBeVisible()
      expect(covers(sent)).toEqual([null, null])
    })
  })
})
