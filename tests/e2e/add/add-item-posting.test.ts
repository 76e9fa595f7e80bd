import { describe, expect, it } from 'vitest'
import { phone, visitor } from '../helpers/visitors.ts'
import { folioOf, loseNextAnswer, openAddDialog, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

const opened = async (address?: string) =>
  openAddDialog(await visitor(stage.browser, stage.app, { as: stage.person, viewport: phone }), address)

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
    const { page, reachConfirmation, field, button, addTag, chooseCategory, post, heading, toast } =
      await opened('/my-folio?add=true')
    await reachConfirmation(url)
    await field('Title').fill('The mug')
    await field('What you love about it').fill('It survives everything.')
    await field('Description (Optional)').fill('Half a litre.')
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
})
