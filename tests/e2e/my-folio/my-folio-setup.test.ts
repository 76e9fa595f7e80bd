import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { failCalls, pin, pinnedNames, postTo, postToInbox, toast } from '../helpers/collection.ts'
import { signIn } from '../helpers/forms.ts'
import { flawsOf } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
beforeEach(async () => {
  maya = await signUp(stage.app)
})

const openAsMaya = async (address: string) =>
  open(await visitor(stage.browser, stage.app, { as: maya, viewport: phone }), address)

const defaults = ['Fashion', 'Beauty', 'Home', 'Kitchen', 'Electronics', 'Fitness', 'Books', 'Kids']
const pinCalls = '**/api/v1/me/categories/*'
const pinOf = (page: Page, name: string) => page.getByRole('switch', { name: `Pin ${name}` })
const isOn = async (page: Page, name: string) =>
  (await pinOf(page, name).getAttribute('aria-checked')) === 'true'

describe('spec section 2: /filing-cabinet', () => {
  it('leads a visitor to /login, never to /auth, and back afterwards', async () => {
    const page = await (await visitor(stage.browser, stage.app)).newPage()
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await page.goto('/filing-cabinet')
    await page.waitForURL('**/login')
    expect(visited).not.toContain('/auth')
    await signIn(page, maya)
    await page.waitForURL('**/filing-cabinet')
  })

  it('holds the Inbox and the unpinned categories, or says that all are pinned', async () => {
    await postTo(stage.app, maya, 'pets', ['Ball'])
    await postToInbox(stage.app, maya, ['Plant', 'Vase'])
    const page = await openAsMaya('/filing-cabinet')
    const others = page.getByRole('list').filter({ hasText: 'Pets' })
    await others.waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Filing Cabinet')
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Other Categories'])
    expect(await others.getByRole('listitem').allInnerTexts()).toEqual([
      'Pets\n1 item',
      ...['Travel', 'Outdoors', 'Office', 'Food', 'Toys', 'Health', 'Garden'].map(
        (name) => `${name}\n0 items`,
      ),
    ])
    expect(await flawsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Inbox 2 items to organize' }).click()
    await page.waitForURL('**/inbox')
    await page.goBack()
    await page.getByRole('link', { name: /^Pets/ }).click()
    await page.waitForURL('**/category/pets')
    await page.goBack()

    await page.route('**/api/v1/me/categories', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const items = body.items.filter(({ is_pinned }: { is_pinned: boolean }) => is_pinned)
      await route.fulfill({ response: answer, json: { ...body, items } })
    })
    await page.reload()
    await page.getByText('All categories are pinned').waitFor()
    await page.getByRole('link', { name: 'Manage Categories' }).click()
    await page.waitForURL('**/categories/setup')
  })
})

describe('spec section 2: /categories/setup', () => {
  it('pins and unpins at once, keeps the focus, and My Folio follows', async () => {
    await postTo(stage.app, maya, 'pets', ['Ball'])
    const page = await openAsMaya('/categories/setup')
    await page.getByText('(max 8)').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Manage Categories')
    await pinOf(page, 'Kids').waitFor()
    expect(await page.getByRole('switch').count()).toBe(16)
    expect(await flawsOf(page)).toEqual([])
    await pinOf(page, 'Kids').press('Space')
    await toast(page).getByText('Category unpinned successfully').waitFor()
    expect(await isOn(page, 'Kids')).toBe(false)
    expect(await pinOf(page, 'Kids').evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByText('7 of 8').waitFor()
    await pinOf(page, 'Pets').click()
    await toast(page).getByText('Category pinned successfully').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
    await page.getByRole('link', { name: /^Kids/ }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
    await page.getByRole('link', { name: /^Pets 1 item/ }).waitFor()
    expect(await pinnedNames(stage.app, maya)).toEqual([...defaults.slice(0, 7), 'Pets'])
  })

  it('refuses a ninth with a toast, whether this tab or only the server knows', async () => {
    const page = await openAsMaya('/categories/setup')
    const words = 'You can pin at most 8 categories. Unpin one first.'
    await pinOf(page, 'Pets').click()
    await toast(page).getByText('Failed to update category preference').waitFor()
    await toast(page).getByText(words).waitFor()
    expect(await isOn(page, 'Pets')).toBe(false)
    await toast(page).getByRole('button', { name: 'Dismiss' }).click()
    await toast(page).getByText(words).waitFor({ state: 'detached' })

    await pinOf(page, 'Kids').click()
    await page.getByText('7 of 8').waitFor()
    await pin(stage.app, maya, 'Toys', true)
    await pinOf(page, 'Pets').click()
    await toast(page).getByText(words).waitFor()
    await page.getByText('8 of 8').waitFor()
    expect([await isOn(page, 'Pets'), await isOn(page, 'Toys')]).toEqual([false, true])
    expect(await pinnedNames(stage.app, maya)).toEqual([...defaults.slice(0, 7), 'Toys'])
  })

  it('goes back when it failed, and several at once end as the server has them', async () => {
    const page = await openAsMaya('/categories/setup')
    const work = await failCalls(page, pinCalls)
    await pinOf(page, 'Home').click()
    await toast(page).getByText('Failed to update category preference').waitFor()
    expect(await isOn(page, 'Home')).toBe(true)
    await work()

    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const calls: string[] = []
    await page.route(pinCalls, async (route) => {
      calls.push(route.request().method())
      await held
      if (calls.length === 3) await route.continue()
    })
    await pinOf(page, 'Fashion').dblclick()
    for (const name of ['Beauty', 'Home']) await pinOf(page, name).click()
    await page.getByText('5 of 8').waitFor()
    expect(await pinOf(page, 'Fashion').getAttribute('aria-disabled')).toBe('true')
    release()
    await expect.poll(() => page.locator('[role=switch][aria-disabled]').count()).toBe(0)
    expect(calls).toHaveLength(3)
    for (const name of defaults)
      expect(await isOn(page, name), name).toBe(!['Fashion', 'Beauty', 'Home'].includes(name))
    expect(await pinnedNames(stage.app, maya)).toEqual(defaults.slice(3))
  })
})
