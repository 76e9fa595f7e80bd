import { beforeEach, describe, expect, it } from 'vitest'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { signIn, toastOf } from '../helpers/forms.ts'
import { endSessionBefore } from '../helpers/session-end.ts'
import { file, post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'
import {
  changeElsewhere,
  deleteElsewhere,
  type ItemDialogs,
  itemDialogsOn,
  ownProduct,
} from './item-dialogs.ts'

const stage = setStage()
let theo: Person
let product: ProductRow

beforeEach(async () => {
  theo = await signUp(stage.app)
  product = await post(stage.app, theo, { title: 'Kettle', user_comment: 'Pours well', tags: ['tea'] })
})

const calls = '**/api/v1/products/*'

/** The product's page with its dialogs; `editing` with the edit dialog open. */
async function opened({ editing = true, viewport = phone } = {}): Promise<ItemDialogs> {
  const context = await visitor(stage.browser, stage.app, { as: theo, viewport })
  const dialogs = itemDialogsOn(await open(context, `/l/${product.shortLinkId}`))
  if (editing) await dialogs.edit()
  return dialogs
}

/** The same page, reached from the feed, so that Back leads there. */
async function openedFromFeed(): Promise<ItemDialogs> {
  const page = await open(await visitor(stage.browser, stage.app, { as: theo, viewport: phone }), '/feed')
  await page.locator(`a[href="/l/${product.shortLinkId}"]`, { hasText: 'View' }).click()
  return itemDialogsOn(page)
}

const current = () => ownProduct(stage.app, theo, product)
const headingOf = ({ page }: ItemDialogs, name: string) => page.getByRole('heading', { level: 1, name })

describe('the edit dialog (docs/product/edit-item.md#edit-dialog)', () => {
  it('changes everything, and the page shows it at once; saving twice is no conflict, a change in another tab is', async () => {
    await file(stage.app, product, 'kitchen')
    const dialogs = await opened()
    const { page, sheet, field, addTag, save, edit, button } = dialogs
    expect(await field('Title').inputValue()).toBe('Kettle')
    expect(
      await sheet.getByRole('combobox', { name: 'Category' }).locator('option:checked').textContent(),
    ).toBe('Kitchen')
    await field('Title').fill('  Gooseneck kettle ')
    await field('What I love about it').fill('No drips')
    await field('Description (Optional)').fill('Holds a litre')
    await sheet.getByText('Organize later').waitFor()
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    for (const tag of [' Slow Mornings ', 'TEA']) await addTag(tag)
    await sheet.getByRole('button', { name: 'Remove tea' }).click()
    // Typed, but never added.
    await field('Tags').fill('Pour-Over')
    await save()
    await toastOf(page, 'Success!').getByText('Item updated successfully.').waitFor()
    await sheet.waitFor({ state: 'detached' })
    await headingOf(dialogs, 'Gooseneck kettle').waitFor()
    for (const text of ['No drips', 'Holds a litre', '#slow mornings', '#pour-over'])
      await page.getByText(text, { exact: true }).waitFor()
    expect(await page.getByText('Kitchen', { exact: true }).count()).toBe(0)
    expect(await dialogs.options.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await current()).toMatchObject({
      title: 'Gooseneck kettle',
      is_categorized: false,
      categories: null,
      tags: ['slow mornings', 'pour-over'],
    })
    // The public page, too.
    await page.reload()
    await headingOf(dialogs, 'Gooseneck kettle').waitFor()

    // Only the answer is lost.
    await edit()
    await field('What I love about it').fill('Still here')
    await field('Tags').fill('stays')
    await page.route(
      calls,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await save()
    await expect.poll(async () => (await current()).user_comment).toBe('Still here')
    await save()
    await toastOf(page, 'Item updated successfully.').waitFor()
    expect((await current()).tags).toEqual(['slow mornings', 'pour-over', 'stays'])

    // Changed in another tab meanwhile, and deleted (docs/product/edit-item.md#changed-elsewhere).
    await sheet.waitFor({ state: 'detached' })
    await edit()
    await field('Title').fill('Mine')
    await field('What I love about it').fill('Mine too')
    await changeElsewhere(stage.app, theo, product, {
      title: 'Theirs',
      user_comment: 'Theirs too',
      tags: ['new'],
    })
    await save()
    await sheet.getByText('This item was changed elsewhere').waitFor()
    expect((await current()).title).toBe('Theirs')
    const part = (name: string) => sheet.getByRole('group', { name, exact: true })
    await part('What I love about it').getByRole('radio', { name: 'As it is now' }).check()
    await button('Keep editing').click()
    expect(await field('What I love about it').inputValue()).toBe('Theirs too')
    await save()
    await toastOf(page, 'Item updated successfully.').waitFor()
    await headingOf(dialogs, 'Mine').waitFor()
    expect(await current()).toMatchObject({ title: 'Mine', user_comment: 'Theirs too', tags: ['new'] })

    await sheet.waitFor({ state: 'detached' })
    await edit()
    await field('What I love about it').fill('Too good to lose')
    await deleteElsewhere(stage.app, theo, product)
    await save()
    await sheet.getByText('This item was deleted, so it cannot be edited any more.').waitFor()
    expect(await field('What you typed').inputValue()).toContain('Too good to lose')
    await sheet.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('heading', { name: 'Product Preview Not Available' }).waitFor()
  })
})

describe('nothing typed is lost', () => {
  it('when the dialog is closed or reloaded, or the session has ended: it opens again as it was', async () => {
    const { page, sheet, field, button, question, edit, save } = await openedFromFeed()
    await edit()
    await field('Title').fill('Half done')
    await page.goBack()
    await question.getByText('Discard your changes?').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await field('Title').inputValue()).toBe('Half done')
    page.once('dialog', (asked) => void asked.accept())
    await page.reload()
    await sheet.getByText('These are your changes from before.').waitFor()
    expect(await field('Title').inputValue()).toBe('Half done')
    await button('Discard them').click()
    await expect.poll(() => field('Title').inputValue()).toBe('Kettle')
    expect((await current()).title).toBe('Kettle')

    await field('Title').fill('Half done')
    await endSessionBefore(page, stage.app, calls)
    await save()
    await page.waitForURL('**/login')
    await signIn(page, theo)
    await field('Title').waitFor()
    expect(await field('Title').inputValue()).toBe('Half done')
    expect(addressOf(page)).toBe(`/l/${product.shortLinkId}`)
    await save()
    await headingOf(itemDialogsOn(page), 'Half done').waitFor()
  })
})
