import type { Browser, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FakeAmazon } from '../fakes/amazon.ts'
import type { TestApp } from '../harness/app.ts'
import { type Person, signUp } from '../harness/people.ts'
import { folioOf, openAddDialog, sell, setAmazonStage } from './add-dialog.ts'
import { phone, visitor } from './visitors.ts'

let amazon: FakeAmazon
let app: TestApp
let browser: Browser
let person: Person

setAmazonStage((stage) => {
  ;({ amazon, app, browser } = stage)
})
beforeEach(async () => {
  amazon.reset()
  person = await signUp(app)
})

const opened = async (address?: string) =>
  openAddDialog(await visitor(browser, app, { as: person, viewport: phone }), address)

const folio = (query?: string) => folioOf(app, person, query)

/** What the database holds of a person's only product. */
const onlyProduct = async () => {
  const [item] = await folio()
  return app.database.db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', item?.id ?? '')
    .executeTakeFirstOrThrow()
}

const failedText = 'Failed to create product. Please try again.'

describe('add-item dialog, posting (spec sections 2, 4 and 8)', () => {
  it('posts to a category, with everything typed', async () => {
    const { url, asin } = sell(amazon)
    const { reachConfirmation, field, addTag, chooseCategory, post, heading, toast } = await opened()
    await reachConfirmation(url)
    await field('Title').fill('The mug')
    await field('What you love about it').fill('It survives everything.')
    await field('Description (Optional)').fill('Half a litre.')
    await chooseCategory('Kitchen')
    for (const tag of ['  Camping ', 'camping', 'Enamel']) await addTag(tag)
    await post()
    await heading('Item Added!').waitFor()
    await toast('Success!').waitFor()
    await toast('Item added to your folio').waitFor()
    expect(await folio('?category=kitchen')).toHaveLength(1)
    expect(await onlyProduct()).toMatchObject({
      asin,
      amazon_url: url,
      title: 'The mug',
      user_comment: 'It survives everything.',
      description: 'Half a litre.',
      tags: ['camping', 'enamel'],
      is_categorized: true,
      price_cents: 1250,
    })
  })

  it('posts to the Inbox, without a title', async () => {
    const { reachConfirmation, field, sheet, post, heading, toast } = await opened()
    await reachConfirmation(sell(amazon).url)
    await field('Title').fill('')
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await sheet.getByText('Organize later', { exact: true }).waitFor()
    await post()
    await heading('Item Added!').waitFor()
    await toast('Item added to Inbox').waitFor()
    expect(await folio('?category=inbox')).toMatchObject([{ title: '' }])
  })

  it('needs a category or the Inbox', async () => {
    const { reachConfirmation, sheet, post, toast } = await opened()
    await reachConfirmation(sell(amazon).url)
    await post()
    await toast('Required').waitFor()
    await toast('Please select a category or send to inbox').waitFor()
    await sheet.getByText('Please select a category or send to inbox', { exact: true }).waitFor()
    await sheet.getByRole('radio', { name: 'Choose Category' }).check()
    await post()
    const select = sheet.getByRole('combobox', { name: 'Category' })
    await expect.poll(() => select.getAttribute('aria-invalid')).toBe('true')
    expect(await select.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await folio()).toEqual([])
  })

  it('says so when the categories cannot be loaded, and tries again', async () => {
    const { page, reachConfirmation, sheet, button, chooseCategory, post, heading } = await opened()
    await page.route('**/api/v1/categories', (route) => route.fulfill({ status: 500, json: {} }))
    await reachConfirmation(sell(amazon).url)
    await sheet.getByRole('radio', { name: 'Choose Category' }).check()
    await sheet.getByText('Failed to load categories', { exact: true }).waitFor()
    await page.unroute('**/api/v1/categories')
    await button('Retry').click()
    await chooseCategory('Books')
    await post()
    await heading('Item Added!').waitFor()
  })

  it('says beside a field that it is too long, before anything is sent', async () => {
    const { page, reachConfirmation, sheet, field, post, addTag } = await opened()
    await reachConfirmation(sell(amazon).url)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await field('Title').fill('x'.repeat(501))
    await sheet.getByText('Use at most 500 characters.', { exact: true }).waitFor()
    await addTag('y'.repeat(41))
    await sheet.getByText('Use at most 40 characters.', { exact: true }).waitFor()
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await post()
    await expect.poll(() => field('Title').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(sent).toEqual([])
  })

  it('shows what the server says beside its field', async () => {
    const made = { name: 'Short-lived', slug: 'short-lived', sort_order: 99 }
    await app.database.db.insertInto('categories').values(made).execute()
    const { reachConfirmation, chooseCategory, sheet, field, post, toast } = await opened()
    await reachConfirmation(sell(amazon).url)
    await field('Title').fill('Kept title')
    await chooseCategory('Short-lived')
    await app.database.db.deleteFrom('categories').where('slug', '=', made.slug).execute()
    await post()
    await sheet.getByText('This category does not exist.', { exact: true }).waitFor()
    await toast(failedText).waitFor()
    expect(await field('Title').inputValue()).toBe('Kept title')
  })

  it('keeps everything typed when the server fails', async () => {
    const { page, reachConfirmation, field, chooseCategory, addTag, post, heading, toast, sheet } =
      await opened()
    await reachConfirmation(sell(amazon).url)
    await field('What you love about it').fill('Still here')
    await chooseCategory('Home')
    await addTag('kept')
    await page.route('**/api/v1/products', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await post()
    await toast('Error').waitFor()
    await toast(failedText).waitFor()
    expect(await field('What you love about it').inputValue()).toBe('Still here')
    await sheet.getByText('kept', { exact: true }).waitFor()
    await post()
    await heading('Item Added!').waitFor()
    expect(await onlyProduct()).toMatchObject({ user_comment: 'Still here', tags: ['kept'] })
  })

  it('makes one product of a double click', async () => {
    const { reachConfirmation, sheet, button, heading } = await opened()
    await reachConfirmation(sell(amazon).url)
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await button('Post to my folio').dblclick()
    await heading('Item Added!').waitFor()
    expect(await folio()).toHaveLength(1)
  })

  it('stores a sample as one, without its price, until it is rewritten', async () => {
    amazon.behaviour.api = 'down'
    amazon.behaviour.pages = 'robot'
    const { url, asin } = sell(amazon)
    const { reachConfirmation, sheet, post, heading } = await opened()
    await reachConfirmation(url)
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await post()
    await heading('Item Added!').waitFor()
    expect(await onlyProduct()).toMatchObject({
      asin,
      asin_is_made_up: false,
      metadata_source: 'sample',
      price_cents: null,
    })
  })

  it('marks an ASIN that had to be made up', async () => {
    const { reachConfirmation, sheet, post, heading } = await opened()
    await reachConfirmation('https://a.co/d/down')
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await post()
    await heading('Item Added!').waitFor()
    const product = await onlyProduct()
    expect(product).toMatchObject({ asin_is_made_up: true, amazon_url: 'https://a.co/d/down' })
    expect(product.asin).toMatch(/^B0[A-Z0-9]{8}$/)
  })
})

describe('add-item dialog, lost answers (decisions: a repeated submission makes one product)', () => {
  /** Lets the next post reach the server but not its answer the page. */
  const loseNextAnswer = (page: Page) =>
    page.route(
      '**/api/v1/products',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )

  it('makes one product when the answer is lost and the post repeated', async () => {
    const { page, reachConfirmation, sheet, post, heading, toast } = await opened()
    await reachConfirmation(sell(amazon).url)
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await loseNextAnswer(page)
    await post()
    await toast(failedText).waitFor()
    expect(await folio()).toHaveLength(1)
    await post()
    await heading('Item Added!').waitFor()
    expect(await folio()).toHaveLength(1)
  })

  it('makes one product when the page is reloaded in between', async () => {
    const { page, reachConfirmation, sheet, button, post, heading, toast } = await opened()
    await reachConfirmation(sell(amazon).url)
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await loseNextAnswer(page)
    await post()
    await toast(failedText).waitFor()
    await page.goto('/feed?add=true')
    await button('Continue').click()
    await post()
    await heading('Item Added!').waitFor()
    expect(await folio()).toHaveLength(1)
  })

  it('says that the first one arrived when the fields were edited in between', async () => {
    const { page, reachConfirmation, sheet, field, post, toast, heading } = await opened()
    await reachConfirmation(sell(amazon, { title: 'As first posted' }).url)
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
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
    const link = sheet.getByRole('link', { name: /See it/ })
    expect(await link.getAttribute('href')).toBe(`/l/${first?.short_link_id}`)
    await post()
    await heading('Item Added!').waitFor()
    expect((await folio()).map(({ title }) => title).sort()).toEqual(['As first posted', 'Edited since'])
  })
})

describe('add-item dialog, an item that is there already (decisions: Items)', () => {
  it('says so with a link, and lets it be posted again', async () => {
    const { url } = sell(amazon)
    const body = { amazon_url: url, title: 'Mine', category_id: null }
    const first = await app.request('POST', '/api/v1/products', { token: person.token, body })
    const { reachConfirmation, sheet, post, heading } = await opened()
    await reachConfirmation(url)
    await sheet.getByText('This item is already in your folio. You can post it again.').waitFor()
    const link = sheet.getByRole('link', { name: /See it/ })
    expect(await link.getAttribute('href')).toBe(`/l/${first.body.short_link_id}`)
    await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await post()
    await heading('Item Added!').waitFor()
    expect(await folio()).toHaveLength(2)
  })
})

describe('add-item dialog, success (spec sections 2 and 8)', () => {
  async function posted(address?: string) {
    const dialog = await opened(address)
    await dialog.reachConfirmation(sell(amazon).url)
    await dialog.sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
    await dialog.post()
    await dialog.heading('Item Added!').waitFor()
    const [item] = await folio()
    return { ...dialog, link: `/l/${item?.short_link_id}` }
  }

  it('goes to the item, which greets its maker', async () => {
    const { page, button, link } = await posted('/my-folio?add=true')
    await button('Go to Item').click()
    await page.waitForURL(`**${link}`)
    await page.getByText('Product Created! Ready to share.').waitFor()
    await page.getByRole('link', { name: 'Back' }).first().click()
    await page.waitForURL('**/my-folio')
  })

  it('goes home, where the feed shows the new item', async () => {
    const { page, button, sheet } = await posted('/my-folio?add=true')
    await button('Go Home').click()
    await sheet.waitFor({ state: 'detached' })
    await page.waitForURL('**/feed')
    await page.getByRole('link', { name: 'Enamel Camping Mug' }).first().waitFor()
  })

  it('copies the link', async () => {
    const { page, button, toast, link } = await posted()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button('Copy Link').click()
    await toast('Copied!').waitFor()
    await toast('Product link copied to clipboard').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(app.url + link)
  })

  it('says so when the link cannot be copied', async () => {
    const { page, button, toast } = await posted()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await button('Copy Link').click()
    await toast('Error').waitFor()
    await toast('Failed to copy link').waitFor()
  })

  it('starts anew when the dialog is opened again', async () => {
    const { page, button, sheet } = await posted()
    await button('Close').click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add product' }).click()
    await button('Fetch Item Info').waitFor()
    expect(await sheet.getByText('You have not posted this item yet.').count()).toBe(0)
  })
})

describe('add-item dialog, typed work (spec section 4, closing)', () => {
  it('is thrown away only after asking', async () => {
    const { page, reachConfirmation, field, sheet, button } = await opened()
    await reachConfirmation(sell(amazon).url)
    await field('Title').fill('Half done')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard this item?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await field('Title').inputValue()).toBe('Half done')
    await button('Close').click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add product' }).click()
    await button('Fetch Item Info').waitFor()
    expect(await sheet.getByText('You have not posted this item yet.').count()).toBe(0)
  })

  it('does not ask where nothing was typed', async () => {
    const { reachConfirmation, sheet, button } = await opened()
    await reachConfirmation(sell(amazon).url)
    await button('Close').click()
    await sheet.waitFor({ state: 'detached' })
  })

  it('survives a reload, is offered again and can be declined', async () => {
    const { page, reachConfirmation, field, sheet, button, heading } = await opened()
    await reachConfirmation(sell(amazon).url)
    await field('Title').fill('Half done')
    await page.goto('/feed?add=true')
    const offer = sheet.getByRole('region', { name: 'Unfinished item' })
    await offer.getByText('Half done').waitFor()
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
