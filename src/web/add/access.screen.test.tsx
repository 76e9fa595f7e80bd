import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { flawsInEveryLook, tooWideIn } from '../testing/flaws.ts'
import { addDialog, amazonItem, known, openAddDialog, unknown, urlOf } from './testing/add-dialog.tsx'

const { paste, fetchItem, reachConfirmation, button, heading, field, sheet, radio, question, message, link } =
  addDialog

/** No item can be looked up, and short links cannot be resolved: every result is a sample. */
const amazonDown = {
  'POST /functions/v1/amazon-paapi': () => unknown,
  'POST /functions/v1/add-product': () => ({ success: false, data: null }),
  'POST /functions/v1/resolve-short-link': () => ({ success: false, resolvedUrl: null }),
}

async function pasteSeveral() {
  await openAddDialog(amazonDown)
  await paste(
    `${urlOf('B0ENAMEL01')}\nhttps://example.com/a-rather-long-address-of-a-page\nhttps://a.co/d/down`,
  )
  await expect.element(heading('Add 2 items to your Inbox')).toBeVisible()
}

async function publishSeveral() {
  await pasteSeveral()
  await button('Post 2 items').click()
  await expect.element(button('Retry 1 item')).toBeVisible()
}

async function reachSample() {
  await openAddDialog(amazonDown)
  await reachConfirmation()
}

async function reachMessages() {
  await reachSample()
  await field('Title').fill('A-very-long-title-that-has-no-end-'.repeat(15))
  await addDialog.addTag('as-long-as-a-tag-can-be-which-is-40-long')
  await radio('Choose Category').click()
  await addDialog.post()
  await expect.element(sheet.getByText('Please select a category or send to inbox')).toBeVisible()
}

const steps: [step: string, reach: () => Promise<void>][] = [
  ['several links', pasteSeveral],
  ['several links, at their end', publishSeveral],
  [
    'an offer and a refused link',
    async () => {
      await publishSeveral()
      await addDialog.close()
      await addDialog.openAgain()
      await expect.element(button('Discard')).toBeVisible()
      await fetchItem('https://example.com')
      await expect.element(message).toMatchTextContent(/Oops!/)
    },
  ],
  [
    'fetching',
    async () => {
      await openAddDialog({ 'POST /functions/v1/resolve-short-link': () => new Promise(() => {}) })
      await fetchItem('https://a.co/d/kettle')
      await expect.element(heading('Resolving short link...')).toBeVisible()
    },
  ],
  ['confirmation with a sample', reachSample],
  ['confirmation with messages', reachMessages],
  [
    'the question before discarding',
    async () => {
      await reachMessages()
      await userEvent.keyboard('{Escape}')
      await expect.element(question).toBeVisible()
    },
  ],
  [
    'success',
    async () => {
      await reachSample()
      await field('Title').fill('طقم أكواب خزفية')
      await addDialog.post()
      await expect.element(heading('Item Added!')).toBeVisible()
    },
  ],
]

describe('add-item dialog, accessibility (WCAG 2.2 AA)', () => {
  it.each(steps)(
    'has nothing for axe to complain about, light and dark, and fits 320 px both ways: %s',
    async (step, reach) => {
      await reach()
      expect(await flawsInEveryLook({ width: 320, height: 640 })).toEqual({})
      expect(tooWideIn((step.includes('question') ? question : sheet).element())).toEqual([])
    },
  )

  it('is usable with the keyboard alone, and gives the focus back', async () => {
    await page.viewport(1280, 800)
    const { sent } = await openAddDialog()
    await userEvent.keyboard('{Escape}')
    const add = page.getByRole('button', { name: 'Add product' })
    add.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(link).toHaveFocus()
    await userEvent.keyboard('a.co/d/mug{Enter}')
    await expect.element(heading('Add to my folio')).toHaveFocus()
    await tabTo(radio('Send to Inbox'))
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(radio('Choose Category')).toBeChecked()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(radio('Send to Inbox')).toBeChecked()
    await tabTo(field('Tags'))
    await userEvent.keyboard('By hand{Enter}')
    await tabTo(button('Post to my folio'))
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Item Added!')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(add).toHaveFocus()
    expect(sent('POST /api/v1/products')).toMatchObject([{ input: { body: { tags: ['by hand'] } } }])
  })

  it('announces the progress of fetching in a live region', async () => {
    const held = Promise.withResolvers<void>()
    await openAddDialog({
      'POST /functions/v1/amazon-paapi': ({ body }) => held.promise.then(() => known(amazonItem(body.asin))),
    })
    await fetchItem('https://a.co/d/mug')
    await expect.element(sheet.getByRole('status').getByText('Fetching item information...')).toBeVisible()
    await expect.element(heading('Fetching item information...')).toHaveFocus()
    held.resolve()
    await expect.element(heading('Add to my folio')).toBeVisible()
  })

  it('never hides the focus behind the sheet’s head or foot', async () => {
    await page.viewport(390, 600)
    await openAddDialog()
    await reachConfirmation()
    const foot = button('Post to my folio').element().getBoundingClientRect().y
    const head = button('Close').element().getBoundingClientRect().bottom
    const hidden: string[] = []
    for (const shift of [false, true]) {
      for (let presses = 0; presses < 8; presses++) {
        await userEvent.tab({ shift })
        const active = document.activeElement
        if (!active?.closest('form') || active.matches('[type=submit]')) continue
        const { top, bottom } = active.getBoundingClientRect()
        if (bottom > foot || top < head - 8) hidden.push(`${shift ? 'back' : 'on'} to ${active.outerHTML}`)
      }
    }
    expect(hidden).toEqual([])
  })
})

/** Presses Tab until this control has the focus. */
async function tabTo(control: { element: () => Element }) {
  for (let presses = 0; presses < 20; presses++) {
    await userEvent.tab()
    if (document.activeElement === control.element()) return
  }
  throw new Error('Tab does not reach it')
}
