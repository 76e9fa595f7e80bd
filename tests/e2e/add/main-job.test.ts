import { describe, expect, it } from 'vitest'
import { tokenOf } from '../helpers/session-end.ts'
import { open, personsBrowser, phone, visitor } from '../helpers/visitors.ts'
import { addDialogOn, folioOf, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

describe('the main job (docs/product/README.md#what-folio-does): paste a link, get a public page that counts clicks', () => {
  it('works for a new creator and a stranger with a phone', async () => {
    const { asin, url } = sell(stage.amazon, { title: 'Enamel Camping Mug' })

    const creator = await visitor(stage.browser, stage.app, {
      browser: { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'no-preference' },
    })
    await creator.route('https://m.media-amazon.com/**', (route) => route.abort())
    const page = await open(creator, '/signup')
    await page.getByLabel('First name').fill('Maya')
    await page.getByLabel('Last name').fill('Okafor')
    await page.getByLabel('Email').fill('maya@example.com')
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL('**/feed')
    await page.getByText('Account created successfully! 🎉').waitFor()

    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Change your handle' }).click()
    await steps.getByLabel('Username').fill('maya-camps')
    await steps.getByText('Username is available.').waitFor()
    await steps.getByRole('button', { name: 'Save' }).click()
    await steps.getByText('/maya-camps').waitFor()
    await steps.getByRole('button', { name: 'Add a product' }).click()
    const dialog = addDialogOn(page)
    await dialog.reachConfirmation(url)
    await dialog.field('What you love about it').fill('Survived three winters.')
    await dialog.field('Description (Optional)').fill('Half a litre.')
    await dialog.chooseCategory('Kitchen')
    for (const tag of ['  Camping ', 'camping']) await dialog.addTag(tag)
    // Not added with Enter: publishing includes it.
    await dialog.field('Tags').fill('Enamel')
    await dialog.post()
    await dialog.heading('Item Added!').waitFor()
    await page.getByText('Item added to your folio').waitFor()
    const stored = await stage.app.database.db.selectFrom('products').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      asin,
      amazon_url: url,
      title: 'Enamel Camping Mug',
      user_comment: 'Survived three winters.',
      description: 'Half a litre.',
      tags: ['camping', 'enamel'],
      is_categorized: true,
      price_cents: 1250,
    })
    expect(await folioOf(stage.app, { token: await tokenOf(page) }, '?category=kitchen')).toHaveLength(1)
    await dialog.button('Copy Link').click()
    await dialog.toast('Product link copied to clipboard').waitFor()
    const shortLink = await page.evaluate(() => navigator.clipboard.readText())
    expect(shortLink).toMatch(/\/l\/enamel-camping-mug-[0-9a-z]{4}$/)

    const stranger = await visitor(stage.browser, stage.app, { viewport: phone, browser: personsBrowser })
    await stranger.route('https://m.media-amazon.com/**', (route) => route.abort())
    const shared = await stranger.newPage()
    const counted = shared.waitForResponse((answer) => answer.url().endsWith('/clicks'))
    expect((await shared.goto(shortLink))?.status()).toBe(200)
    expect(await (await counted).json()).toEqual({ outcome: 'counted' })
    await shared.getByRole('heading', { level: 1, name: 'Enamel Camping Mug' }).waitFor()
    await shared.getByText('Survived three winters.').waitFor()
    const shop = shared.getByRole('link', { name: 'Shop on Amazon (paid link)' }).filter({ visible: true })
    const shortLinkId = shortLink.split('/l/')[1]
    expect(await shop.getAttribute('href')).toBe(
      `https://www.amazon.com/dp/${asin}?tag=folio-20&ascsubtag=${shortLinkId}`,
    )
    await shared
      .getByText('As an Amazon Associate I earn from qualifying purchases.')
      .filter({ visible: true })
      .waitFor()

    await dialog.button('Go to Item').click()
    await page.waitForURL(`**/l/${shortLinkId}`)
    await page.getByText('Product Created! Ready to share.').waitFor()
    await page.getByRole('heading', { name: 'Your link has been clicked 1 time' }).waitFor()
    // The tab remembers that it was just created, which the server's page does not know (decision 30).
    await page.reload()
    await page.getByText('Product Created! Ready to share.').waitFor()
    await page.getByRole('link', { name: 'Back' }).first().click()
    await page.waitForURL('**/feed')
    await steps.getByText('Your first link: done').waitFor()
    await steps.getByRole('button', { name: 'Add a photo' }).waitFor()
  })
})
