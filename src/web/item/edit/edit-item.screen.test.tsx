import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderOwnPage } from '../../product/testing/own-page.tsx'
import { type Answers, offline, refused } from '../../testing/fake-api.ts'
import { fakeClipboard } from '../../testing/fake-clipboard.ts'
import { fitsItsWidth, flawsOf } from '../../testing/flaws.ts'

const update = 'PATCH /api/v1/products/:ref'
const sheet = page.getByRole('dialog', { name: 'Edit Your Item' })
const question = page.getByRole('alertdialog')
const options = page.getByRole('button', { name: 'Options' })
const field = (name: string) => sheet.getByRole('textbox', { name })
const button = (name: string) => sheet.getByRole('button', { name })
const radio = (name: RegExp) => sheet.getByRole('radio', { name })
const toast = (text: string) => page.getByText(text, { exact: true })
const heading = page.getByRole('heading', { level: 1, includeHidden: true })
const updated = toast('Item updated successfully.')
const failed = 'Failed to update item. Please try again.'
const save = () => button('Save Changes').click()

/** Renders the owner's page and opens the edit dialog. */
async function opened(changes: Answers = {}) {
  const screen = await renderOwnPage(undefined, changes)
  await options.click()
  await page.getByRole('menuitem', { name: 'Edit Product' }).click()
  return screen
}

describe('the edit dialog (docs/product/edit-item.md#edit-dialog)', () => {
  it('changes every field, and the page shows it at once', async () => {
    const { now, sent } = await opened()
    await expect.element(field('Title')).toHaveValue('Kettle')
    await field('Title').fill('  Gooseneck kettle ')
    await field('What I love about it').fill('No drips')
    await field('Description (Optional)').fill('Holds a litre')
    await expect.element(sheet.getByText(/Organize later/)).toBeVisible()
    for (const tag of [' Slow Mornings ', 'TEA']) {
      await field('Tags').fill(tag)
      await userEvent.keyboard('{Enter}')
    }
    await sheet.getByRole('button', { name: 'Remove tea' }).click()
    // Typed, but not added with Enter.
    await field('Tags').fill('Pour-Over')
    await save()
    await expect.element(updated).toBeVisible()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(heading).toHaveTextContent('Gooseneck kettle')
    for (const text of ['No drips', 'Holds a litre', '#slow mornings', '#pour-over'])
      await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(options).toHaveFocus()
    expect(now()).toMatchObject({ title: 'Gooseneck kettle', tags: ['slow mornings', 'pour-over'] })
    expect(sent(update)[0]?.extras.ifMatch).toBe(1)
  })

  it('starts with the Inbox where there is no category, needs a chosen one, and moves the item there', async () => {
    const { now, sent } = await opened()
    await expect.element(radio(/^Send to Inbox/)).toBeChecked()
    await radio(/^Choose Category/).click()
    await save()
    await expect.element(sheet.getByText('Please select a category or send to inbox')).toBeVisible()
    await expect.element(toast('Required')).toBeVisible()
    await sheet.getByRole('combobox', { name: 'Category' }).selectOptions('Books')
    await expect.element(toast('Required')).not.toBeInTheDocument()
    // A double click saves once.
    await button('Save Changes').dblClick()
    await expect.element(updated).toBeVisible()
    expect(sent(update)).toHaveLength(1)
    expect(now()).toMatchObject({ is_categorized: true, categories: { slug: 'books' } })
  })

  it('needs a title, and works by keyboard alone at 320 px', async () => {
    await page.viewport(320, 640)
    const { now } = await renderOwnPage()
    await expect.element(options).toBeVisible()
    ;(options.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: 'Edit Product' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Title')).toBeVisible()
    ;(field('Title').element() as HTMLInputElement).select()
    await userEvent.keyboard('{Delete}')
    await expect.element(sheet.getByText('Item title is required.')).toBeVisible()
    await expect.element(button('Save Changes')).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Title')).toHaveFocus()
    expect(await flawsOf()).toEqual([])
    expect(fitsItsWidth()).toBe(true)
    await userEvent.keyboard('Pot')
    await userEvent.keyboard('{Escape}')
    await expect.element(question.getByText('Discard your changes?')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(field('Title')).toHaveValue('Pot')
    ;(field('Title').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(updated).toBeVisible()
    expect(now()?.title).toBe('Pot')
  })
})

describe('nothing typed is lost', () => {
  it('when saving fails, and the server’s message is shown beside its field', async () => {
    const { answer } = await opened({
      [update]: () => {
        throw refused('internal_error')
      },
    })
    await field('What I love about it').fill('Still here')
    await field('Tags').fill('kept')
    await save()
    await expect.element(toast(failed)).toBeVisible()
    answer({ [update]: () => Promise.reject(offline()) })
    await save()
    await expect.poll(() => toast(failed).elements()).toHaveLength(2)
    const problems = [{ path: 'description', message: 'The server does not like this.' }]
    answer({
      [update]: () => {
        throw refused('validation_failed', 'no', { problems })
      },
    })
    await save()
    await expect.element(sheet.getByText('The server does not like this.')).toBeVisible()
    await expect.element(field('Description (Optional)')).toHaveFocus()
    await expect.element(field('What I love about it')).toHaveValue('Still here')
    // The page behind the dialog has not changed.
    await expect.element(heading).toHaveTextContent('Kettle')
  })

  it('when the question is dismissed without an answer', async () => {
    const { sent } = await opened()
    // Without changes it closes at once.
    await button('Close').click()
    await expect.element(sheet).not.toBeInTheDocument()
    await options.click()
    await page.getByRole('menuitem', { name: 'Edit Product' }).click()
    await field('Tags').fill('not added yet')
    await page.elementLocator(document.body).click({ position: { x: 10, y: 10 }, force: true })
    await expect.element(question.getByText('Discard your changes?')).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await field('Title').fill('Never mind')
    await button('Close').click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    await options.click()
    await page.getByRole('menuitem', { name: 'Edit Product' }).click()
    await expect.element(field('Title')).toHaveValue('Kettle')
    expect(sent(update)).toEqual([])
  })

  it('when the item cannot be loaded, which can be tried again', async () => {
    const { answer, answers } = await renderOwnPage()
    await expect.element(options).toBeVisible()
    const held = Promise.withResolvers<never>()
    answer({ 'GET /api/v1/products/:ref': () => held.promise })
    await options.click()
    await page.getByRole('menuitem', { name: 'Edit Product' }).click()
    await expect.element(sheet.getByText('Loading your item')).toBeInTheDocument()
    held.reject(refused('internal_error'))
    await expect.element(sheet.getByText('Failed to load product details.')).toBeVisible()
    answer(answers)
    await button('Retry').click()
    await expect.element(field('Title')).toHaveValue('Kettle')
  })
})

describe('changed elsewhere meanwhile (docs/product/edit-item.md#changed-elsewhere)', () => {
  it('shows both versions where they differ, and saves what is chosen', async () => {
    const { change, now } = await opened()
    await field('Title').fill('Mine')
    await field('What I love about it').fill('Mine too')
    change({ title: 'Theirs', user_comment: 'Theirs too', tags: ['new'] })
    await save()
    await expect.element(sheet.getByText('This item was changed elsewhere')).toBeVisible()
    expect(now()?.title).toBe('Theirs')
    const part = (name: string) => sheet.getByRole('group', { name })
    const side = (name: string, label: RegExp) => part(name).getByRole('radio', { name: label })
    for (const words of ['Mine', 'Theirs']) await expect.element(part('Title').getByText(words)).toBeVisible()
    await expect.element(side('Title', /^Yours/)).toBeChecked()
    await expect.element(side('Tags', /^As it is now/)).toBeChecked()
    await expect.element(part('Description')).not.toBeInTheDocument()
    await side('What I love about it', /^As it is now/).click()
    expect(await flawsOf()).toEqual([])
    await button('Keep editing').click()
    await expect.element(field('What I love about it')).toHaveValue('Theirs too')
    await save()
    await expect.element(updated).toBeVisible()
    await expect.element(heading).toHaveTextContent('Mine')
    expect(now()).toMatchObject({ title: 'Mine', user_comment: 'Theirs too', tags: ['new'] })
  })

  it('shows what was typed about a deleted item, to be copied', async () => {
    const { remove } = await opened()
    const copied = fakeClipboard()
    await field('What I love about it').fill('Too good to lose')
    remove()
    await save()
    await expect
      .element(sheet.getByText(/This item was deleted, so it cannot be edited any more\./))
      .toBeVisible()
    await expect.element(field('What you typed')).toHaveValue('Kettle\n\nToo good to lose\n\n#tea')
    await userEvent.keyboard('{Escape}')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await button('Copy text').click()
    await expect.element(toast('Copied!')).toBeVisible()
    expect(copied).toEqual([expect.stringContaining('Too good to lose')])
  })
})
