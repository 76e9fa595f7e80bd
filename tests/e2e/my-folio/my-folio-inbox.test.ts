import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { postToInbox, titlesIn, toast } from '../helpers/collection.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
beforeEach(async () => {
  maya = await signUp(stage.app)
})

const asMaya = () => visitor(stage.browser, stage.app, { as: maya, viewport: phone })

const rows = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('listitem')
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all' })
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' })
const move = (page: Page) => page.getByRole('button', { name: 'Move', exact: true })

describe('spec section 2: /inbox', () => {
  it('in two tabs moves everything once, and both end alike', async () => {
    await postToInbox(stage.app, maya, ['Lamp', 'Mug'])
    const context = await asMaya()
    const [one, two] = [await open(context, '/inbox'), await open(context, '/inbox')]
    await expect.poll(() => one.title()).toBe('Inbox · Folio')
    for (const page of [one, two]) {
      await rows(page).first().waitFor()
      await selectAll(page).click()
      await page.getByText('2 of 2 selected').waitFor()
    }
    await category(one).selectOption('Home')
    await move(one).click()
    await one.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    await category(two).selectOption('Books')
    await move(two).click()
    await toast(two).getByText('2 were no longer in your Inbox.').waitFor()
    await two.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    expect(await titlesIn(stage.app, maya, 'home')).toEqual(['Mug', 'Lamp'])
    expect(await titlesIn(stage.app, maya, 'books')).toEqual([])
  })
})
