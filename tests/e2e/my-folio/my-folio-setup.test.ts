import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { pinnedNames, postTo, toast } from '../helpers/collection.ts'
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
const pinOf = (page: Page, name: string) => page.getByRole('switch', { name: `Pin ${name}` })
const isOn = async (page: Page, name: string) =>
  (await pinOf(page, name).getAttribute('aria-checked')) === 'true'

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
})
