import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addressOf, renderApp } from '../../testing/app.tsx'
import { type Answers, offline, refused } from '../../testing/fake-api.ts'
import { flawsOf } from '../../testing/flaws.ts'
import { categories, ownCategories } from '../../testing/samples.ts'

const defaults = ['Fashion', 'Beauty', 'Home', 'Kitchen', 'Electronics', 'Fitness', 'Books', 'Kids']
const pinOf = (name: string) => page.getByRole('switch', { name: `Pin ${name}` })
const isOn = (name: string) => pinOf(name).element().getAttribute('aria-checked') === 'true'
const text = (words: string | RegExp) => page.getByText(words)
const arrivesAt = (address: string) => expect.poll(addressOf).toBe(address)
const pinCall = 'PUT /api/v1/me/categories/:category_id'

/** A server's categories and pins. */
function pins() {
  const pinned = new Set(defaults)
  const api: Answers = {
    'GET /api/v1/me/categories': () => {
      const known = ownCategories()
      const items = known.items.map((one) => ({ ...one, is_pinned: pinned.has(one.name) }))
      return { ...known, items }
    },
    [pinCall]: (input: { params: { category_id: string }; body: { is_pinned: boolean } }) => {
      const { category_id } = input.params
      const { is_pinned } = input.body
      const name = categories.find(({ id }) => id === category_id)?.name ?? ''
      if (is_pinned) pinned.add(name)
      else pinned.delete(name)
      return { category_id, is_pinned }
    },
  }
  return { api, pinned }
}

describe('/filing-cabinet (docs/product/my-folio.md#filing-cabinet)', () => {
  it('lists the Inbox and the unpinned categories as links', async () => {
    const held = ownCategories({ counts: { Pets: 1 }, inbox: 2 })
    const { router } = await renderApp('/filing-cabinet', {
      api: { 'GET /api/v1/me/categories': () => held },
    })
    const others = page.getByRole('list').filter({ hasText: 'Pets' })
    await expect.element(others).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Filing Cabinet')
    const headings = page.getByRole('heading', { level: 2 }).elements()
    expect(headings.map((one) => one.textContent)).toEqual(['Other Categories'])
    const rows = others.getByRole('listitem').elements()
    expect(rows.map((row) => row.textContent)).toEqual([
      'Pets1 item',
      ...['Travel', 'Outdoors', 'Office', 'Food', 'Toys', 'Health', 'Garden'].map((name) => `${name}0 items`),
    ])
    expect(await flawsOf()).toEqual([])
    await page.getByRole('link', { name: 'Inbox 2 items to organize' }).click()
    await arrivesAt('/inbox')
    router.history.back()
    await page.getByRole('link', { name: /^Pets/ }).click()
    await arrivesAt('/category/pets')
  })

  it('says that all are pinned, and links to where they are chosen', async () => {
    const held = ownCategories()
    const all = { ...held, items: held.items.filter(({ is_pinned }) => is_pinned) }
    await renderApp('/filing-cabinet', { api: { 'GET /api/v1/me/categories': () => all } })
    await expect.element(text('All categories are pinned')).toBeVisible()
    await page.getByRole('link', { name: 'Manage Categories' }).click()
    await arrivesAt('/categories/setup')
  })
})

describe('/categories/setup (docs/product/my-folio.md#manage-categories)', () => {
  const words = 'You can pin at most 8 categories. Unpin one first.'

  it('refuses a ninth with a toast, whether this tab or only the server knows of eight', async () => {
    const { api, pinned } = pins()
    const { answer, sent } = await renderApp('/categories/setup', { api })
    await pinOf('Pets').click()
    await expect.element(text('Failed to update category preference')).toBeVisible()
    await expect.element(text(words)).toBeVisible()
    expect(isOn('Pets')).toBe(false)
    expect(sent(pinCall)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(text(words)).not.toBeInTheDocument()

    await pinOf('Kids').click()
    await expect.element(text(/^7 of 8/)).toBeVisible()
    await expect.element(pinOf('Kids')).not.toHaveAttribute('aria-disabled')
    pinned.add('Toys')
    answer({
      [pinCall]: () => {
        throw refused('validation_failed', words)
      },
    } as Answers)
    await pinOf('Pets').click()
    await expect.element(text(words)).toBeVisible()
    await expect.element(text(/^8 of 8/)).toBeVisible()
    expect([isOn('Pets'), isOn('Toys')]).toEqual([false, true])
  })

  it('reverts when it failed, and several changes at once end as the server has them', async () => {
    const { api, pinned } = pins()
    const { answer, sent } = await renderApp('/categories/setup', {
      api: { ...api, [pinCall]: () => Promise.reject(offline()) },
    })
    await pinOf('Home').click()
    await expect.element(text('Failed to update category preference')).toBeVisible()
    expect(isOn('Home')).toBe(true)
    const before = sent(pinCall).length

    const held = Promise.withResolvers<void>()
    const work = api[pinCall]
    answer({
      [pinCall]: async (...call: Parameters<NonNullable<typeof work>>) => {
        await held.promise
        return work?.(...call)
      },
    } as Answers)
    await pinOf('Fashion').dblClick()
    for (const name of ['Beauty', 'Home']) await pinOf(name).click()
    await expect.element(text(/^5 of 8/)).toBeVisible()
    await expect.element(pinOf('Fashion')).toHaveAttribute('aria-disabled', 'true')
    held.resolve()
    await expect.poll(() => document.querySelectorAll('[role=switch][aria-disabled]').length).toBe(0)
    expect(sent(pinCall).length - before).toBe(3)
    for (const name of defaults) expect(isOn(name), name).toBe(!['Fashion', 'Beauty', 'Home'].includes(name))
    expect([...pinned]).toEqual(defaults.slice(3))
  })
})
