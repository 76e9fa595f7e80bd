import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { storeShared } from './shared-in.ts'
import { addDialog, amazonItem, known, openAddDialog, published, urlOf } from './testing/add-dialog.tsx'

const { reachConfirmation, paste, field, sheet, button, heading, question, message, link } = addDialog

const somebodyElse = { id: '0193a000-0000-7000-8000-00000000000c' }
const notPublished = sheet.getByText('You have not posted this item yet.')
const offer = sheet.getByRole('region', { name: 'Unfinished item' })

async function typeHalf() {
  const screen = await openAddDialog()
  await reachConfirmation()
  await field('Title').fill('Half done')
  return screen
}

describe('add-item dialog, typed work (docs/product/add-item.md#closing-and-drafts)', () => {
  it('is not asked about where nothing was typed', async () => {
    await openAddDialog()
    await reachConfirmation()
    await addDialog.close()
    await expect.element(question).not.toBeInTheDocument()
  })

  it('is discarded only after asking, and is then not offered again', async () => {
    await typeHalf()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).toHaveAccessibleName('Discard this item?')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(field('Title')).toHaveValue('Half done')
    await button('Close').click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    await addDialog.openAgain()
    await expect.element(notPublished).not.toBeInTheDocument()
  })

  it('is offered again until it is answered, also when another item comes between', async () => {
    const { unmount } = await typeHalf()
    await unmount()
    await openAddDialog()
    await expect.element(offer.getByText('Half done')).toBeVisible()
    await reachConfirmation(urlOf('B0OTHER001'))
    await addDialog.close()
    await addDialog.openAgain()
    await button('Continue').click()
    await expect.element(heading('Add to my folio')).toBeVisible()
    await expect.element(field('Title')).toHaveValue('Half done')
  })

  it('can be declined for good', async () => {
    const { unmount } = await typeHalf()
    await unmount()
    const again = await openAddDialog()
    await button('Discard').click()
    await expect.element(offer).not.toBeInTheDocument()
    await again.unmount()
    await openAddDialog()
    await expect.element(offer).not.toBeInTheDocument()
  })

  it('is shown to nobody else who signs in', async () => {
    const { unmount } = await typeHalf()
    await unmount()
    await openAddDialog({}, { session: somebodyElse })
    await expect.element(button('Fetch Item Info')).toBeVisible()
    await expect.element(notPublished).not.toBeInTheDocument()
    expect(sessionStorage.getItem('folio.add-draft')).toBeNull()
  })
})

describe('add-item dialog, several links at once', () => {
  const titles = ['one', 'two', 'three', 'four']
  const links = titles.map((_, index) => urlOf(`B0MANY000${index}`)).join(' ')

  it('are stored when the dialog is closed in the middle, and offered again', async () => {
    const held = Promise.withResolvers<void>()
    const { sent, unmount } = await openAddDialog({
      'POST /functions/v1/amazon-paapi': ({ body }) =>
        known(amazonItem(body.asin, { title: titles[Number(body.asin.at(-1))] ?? '' })),
      'POST /api/v1/products': async (input) => {
        if (sent('POST /api/v1/products').length > 1) await held.promise
        return published(input)
      },
    })
    await paste(links)
    await button('Post 4 items').click()
    await expect.element(sheet.getByText('1 of 4', { exact: true }).first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).toHaveAccessibleName('Stop posting?')
    await expect.element(question.getByText('1 of 4 links are done.')).toBeVisible()
    await question.getByRole('button', { name: 'Keep going' }).click()
    await button('Close').click()
    await question.getByRole('button', { name: 'Stop' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    held.resolve()
    await unmount()

    const again = await openAddDialog()
    const unfinished = sheet.getByRole('region', { name: 'Unfinished links' })
    await expect.element(unfinished.getByText('3 links have not been posted yet.')).toBeVisible()
    await unfinished.getByRole('button', { name: 'Continue' }).click()
    await expect.element(heading('Add 3 items to your Inbox')).toBeVisible()
    await button('Post 3 items').click()
    await expect.element(button('Go to Inbox')).toBeVisible()
    // With the keys and details of the first try, where there was one: the server publishes each once.
    const bodies = new Map(
      [...sent('POST /api/v1/products'), ...again.sent('POST /api/v1/products')].map(({ input, extras }) => [
        extras.idempotencyKey,
        JSON.stringify(input.body),
      ]),
    )
    expect(bodies.size).toBe(4)
    await again.unmount()
    await openAddDialog()
    await expect.element(unfinished).not.toBeInTheDocument()
  })

  it('are at most a hundred', async () => {
    await openAddDialog()
    await paste(Array.from({ length: 101 }, (_, index) => `https://a.co/d/${index}`).join('\n'))
    await expect.element(message.getByText('Paste at most 100 links at once. These are 101.')).toBeVisible()
    await expect.element(button('Fetch Item Info')).toBeVisible()
  })
})

describe('add-item dialog, what a phone shared into the app', () => {
  it('is shown, with the message, where no Amazon link is in it', async () => {
    storeShared(`?${new URLSearchParams({ title: 'Holiday', text: 'see https://example.com/mug' })}`)
    await openAddDialog()
    const words = "Oops! That didn't look like an Amazon product link. Try again?"
    await expect.element(message.getByText(words, { exact: true })).toBeVisible()
    await expect.element(link).toHaveValue('see https://example.com/mug')
  })
})
