import { describe, expect, it } from 'vitest'
import { phone, visitor } from '../helpers/visitors.ts'
import { folioOf, loseNextAnswer, openAddDialog, openAgain, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

const permissions = ['clipboard-read', 'clipboard-write']

const opened = async (address?: string) =>
  openAddDialog(
    await visitor(stage.browser, stage.app, { as: stage.person, viewport: phone, browser: { permissions } }),
    address,
  )

const folio = (query?: string) => folioOf(stage.app, stage.person, query)

/** What the database holds of the person's newest product. */
const newestProduct = async () => {
  const [item] = await folio()
  return stage.app.database.db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', item?.id ?? '')
    .executeTakeFirstOrThrow()
}

const failedText = 'Failed to create product. Please try again.'

describe('add-item dialog, posting (spec sections 2, 4 and 8)', () => {
  it('posts to a category with everything typed, and leads to the item, which greets its maker', async () => {
    const { url, asin } = sell(stage.amazon)
    const { page, reachConfirmation, field, sheet, button, addTag, chooseCategory, post, heading, toast } =
      await opened('/my-folio?add=true')
    await page.route('**/api/v1/categories', (route) => route.fulfill({ status: 500, json: {} }))
    await reachConfirmation(url)
    await field('Title').fill('The mug')
    await field('What you love about it').fill('It survives everything.')
    await field('Description (Optional)').fill('Half a litre.')

    // 'Choose Category' without one.
    await sheet.getByRole('radio', { name: 'Choose Category' }).check()
    await sheet.getByText('Failed to load categories', { exact: true }).waitFor()
    await page.unroute('**/api/v1/categories')
    await button('Retry').click()
    const select = sheet.getByRole('combobox', { name: 'Category' })
    await select.getByRole('option', { name: 'Kitchen' }).waitFor({ state: 'attached' })
    await post()
    await toast('Required').waitFor()
    await toast('Please select a category or send to inbox').waitFor()
    await sheet.getByText('Please select a category or send to inbox', { exact: true }).waitFor()
    await expect.poll(() => select.getAttribute('aria-invalid')).toBe('true')
    expect(await select.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await folio()).toEqual([])

    await chooseCategory('Kitchen')
    for (const tag of ['  Camping ', 'camping']) await addTag(tag)
    // Not added with Enter: what posts takes it along.
    await field('Tags').fill('Enamel')
    await post()
    await heading('Item Added!').waitFor()
    await toast('Success!').waitFor()
    await toast('Item added to your folio').waitFor()
    expect(await folio('?category=kitchen')).toHaveLength(1)
    expect(await newestProduct()).toMatchObject({
      asin,
      amazon_url: url,
      title: 'The mug',
      user_comment: 'It survives everything.',
      description: 'Half a litre.',
      tags: ['camping', 'enamel'],
      is_categorized: true,
      price_cents: 1250,
    })

    const [item] = await folio()
    await button('Go to Item').click()
    await page.waitForURL(`**/l/${item?.short_link_id}`)
    await page.getByText('Product Created! Ready to share.').waitFor()
    await page.getByRole('link', { name: 'Back' }).first().click()
    await page.waitForURL('**/my-folio')
  })

  it('posts to the Inbox, without a title, once for a double click; then copies, edits and goes home', async () => {
    const dialog = await opened()
    const { page, reachConfirmation, field, sheet, button, heading, toast } = dialog
    await reachConfirmation(sell(stage.amazon).url)
    await field('Title').fill('')
    await sheet.getByText('Organize later', { exact: true }).waitFor()
    await button('Post to my folio').dblclick()
    await heading('Item Added!').waitFor()
    await toast('Item added to Inbox').waitFor()
    const [item, ...others] = await folio('?category=inbox')
    expect([item?.title, others]).toEqual(['', []])

    await button('Copy Link').click()
    await toast('Copied!').waitFor()
    await toast('Product link copied to clipboard').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${stage.app.url}/l/${item?.short_link_id}`)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await button('Copy Link').click()
    await toast('Error').waitFor()
    await toast('Failed to copy link').waitFor()

    await button('Edit Item').click()
    const edit = page.getByRole('dialog', { name: 'Edit Your Item' })
    await edit.getByRole('textbox', { name: 'Title' }).fill('Named later')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await edit.waitFor({ state: 'detached' })
    expect((await folio()).map(({ title }) => title)).toEqual(['Named later'])
    await button('Go Home').click()
    await sheet.waitFor({ state: 'detached' })
    await page.waitForURL('**/my-folio')

    await openAgain(dialog)
    expect(await sheet.getByText('You have not posted this item yet.').count()).toBe(0)
  })

  it('keeps everything typed whatever is refused, and says it where it belongs', async () => {
    const made = { name: 'Short-lived', slug: 'short-lived', sort_order: 99 }
    await stage.app.database.db.insertInto('categories').values(made).execute()
    const { page, reachConfirmation, sheet, field, button, post, addTag, chooseCategory, heading, toast } =
      await opened()
    await reachConfirmation(sell(stage.amazon).url)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await field('Title').fill('x'.repeat(501))
    await sheet.getByText('Use at most 500 characters.', { exact: true }).waitFor()
    await addTag('y'.repeat(41))
    await sheet.getByText('Use at most 40 characters.', { exact: true }).waitFor()
    await post()
    await expect.poll(() => field('Title').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(sent).toEqual([])

    await field('Title').fill('Kept title')
    await button(`Remove ${'y'.repeat(41)}`).click()
    await addTag('kept')
    await chooseCategory('Short-lived')
    await stage.app.database.db.deleteFrom('categories').where('slug', '=', made.slug).execute()
    await post()
    await sheet.getByText('This category does not exist.', { exact: true }).waitFor()
    await toast(failedText).waitFor()

    await chooseCategory('Books')
    await page.route('**/api/v1/products', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route(
      '**/api/v1/products',
      async (route) => {
        asked.resolve()
        await held.promise
        await route.fallback()
      },
      { times: 1 },
    )
    await field('Title').focus()
    await field('Title').press('Enter')
    await asked.promise
    // What were typed now would not be in what is posted.
    await page.keyboard.type('lost')
    held.resolve()
    await expect.poll(() => field('Title').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await field('Title').inputValue()).toBe('Kept title')
    await post()
    await heading('Item Added!').waitFor()
    expect(await newestProduct()).toMatchObject({ title: 'Kept title', tags: ['kept'], is_categorized: true })
  })

  it('stores a sample as one, without its price, and marks an ASIN that had to be made up', async () => {
    stage.amazon.behaviour.api = 'down'
    stage.amazon.behaviour.pages = 'robot'
    const { url, asin } = sell(stage.amazon)
    const { page, reachConfirmation, post, heading } = await opened()
    await reachConfirmation(url)
    await post()
    await heading('Item Added!').waitFor()
    const sample = { metadata_source: 'sample', price_cents: null }
    expect(await newestProduct()).toMatchObject({ asin, asin_is_made_up: false, ...sample })

    stage.app.clock.advance(1_000)
    await page.goto('/feed?add=true')
    await reachConfirmation('https://a.co/d/down')
    await post()
    await heading('Item Added!').waitFor()
    const unresolved = await newestProduct()
    expect(unresolved).toMatchObject({ asin_is_made_up: true, amazon_url: 'https://a.co/d/down', ...sample })
    expect(unresolved.asin).toMatch(/^B0[A-Z0-9]{8}$/)
  })
})

describe('add-item dialog, lost answers (decisions: a repeated submission makes one product)', () => {
  it('makes one product when the post is repeated, also after a reload', async () => {
    const { page, reachConfirmation, button, post, heading, toast } = await opened()
    await reachConfirmation(sell(stage.amazon).url)
    await loseNextAnswer(page)
    await post()
    await toast(failedText).waitFor()
    expect(await folio()).toHaveLength(1)
    await loseNextAnswer(page)
    await post()
    await toast(failedText).last().waitFor()
    await page.goto('/feed?add=true')
    await button('Continue').click()
    await post()
    await heading('Item Added!').waitFor()
    expect(await folio()).toHaveLength(1)
  })

  it('says that the first one arrived when the fields were edited in between', async () => {
    const { page, reachConfirmation, sheet, field, post, toast, heading } = await opened()
    await reachConfirmation(sell(stage.amazon, { title: 'As first posted' }).url)
    await loseNextAnswer(page)
    await post()
    await toast(failedText).waitFor()
    await field('Title').fill('Edited since')
    await post()
    const notice = sheet.getByText(/An earlier try did arrive/)
    await notice.waitFor()
    await expect.poll(() => notice.evaluate((text) => document.activeElement?.contains(text))).toBe(true)
    const [first, ...others] = await folio()
    expect([first?.title, others]).toEqual(['As first posted', []])

    // It is there already (decisions: Items): the person is told, and may post it again.
    await sheet.getByText('This item is already in your folio. You can post it again.').waitFor()
    const link = sheet.getByRole('link', { name: /See it/ })
    expect(await link.getAttribute('href')).toBe(`/l/${first?.short_link_id}`)
    await post()
    await heading('Item Added!').waitFor()
    expect((await folio()).map(({ title }) => title).sort()).toEqual(['As first posted', 'Edited since'])
  })
})

describe('add-item dialog, typed work (spec section 4, closing)', () => {
  it('is thrown away only after asking, and where nothing was typed there is nothing to ask', async () => {
    const dialog = await opened()
    const { page, reachConfirmation, field, sheet, button } = dialog
    await reachConfirmation(sell(stage.amazon).url)
    await button('Close').click()
    await sheet.waitFor({ state: 'detached' })
    await openAgain(dialog)
    await reachConfirmation(sell(stage.amazon).url)
    await field('Title').fill('Half done')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard this item?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await field('Title').inputValue()).toBe('Half done')
    await button('Close').click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await sheet.waitFor({ state: 'detached' })
    await openAgain(dialog)
    expect(await sheet.getByText('You have not posted this item yet.').count()).toBe(0)
  })

  it('survives a reload, is offered again until it is answered, and can be declined', async () => {
    const dialog = await opened()
    const { page, reachConfirmation, field, sheet, button, heading } = dialog
    await reachConfirmation(sell(stage.amazon).url)
    await field('Title').fill('Half done')
    await page.goto('/feed?add=true')
    const offer = sheet.getByRole('region', { name: 'Unfinished item' })
    await offer.getByText('Half done').waitFor()
    // Another item comes between; the first is still there afterwards.
    await reachConfirmation(sell(stage.amazon).url)
    await button('Close').click()
    await openAgain(dialog)
    await button('Continue').click()
    await heading('Add to my folio').waitFor()
    expect(await field('Title').inputValue()).toBe('Half done')
    await page.goto('/feed?add=true')
    await button('Discard').click()
    await offer.waitFor({ state: 'detached' })
    await page.goto('/feed?add=true')
    await button('Fetch Item Info').waitFor()
    expect(await offer.count()).toBe(0)
  })
})
