import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { phone, visitor } from '../helpers/visitors.ts'
import { type AddDialog, folioOf, loseNextAnswer, openAddDialog, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

const opened = async () =>
  openAddDialog(
    await visitor(stage.browser, stage.app, {
      as: stage.person,
      viewport: phone,
      browser: { permissions: ['clipboard-read', 'clipboard-write'] },
    }),
  )

const inbox = () => folioOf(stage.app, stage.person, '?category=inbox')

/** A line of the list, by words in it. */
const line = ({ sheet }: AddDialog, words: string) => sheet.getByRole('listitem').filter({ hasText: words })

/** The highest number of concurrent calls of this kind, from now on. */
function maxAtOnce(page: Page, path: string): () => number {
  const open = new Set<Request>()
  let most = 0
  page.on('request', (request) => {
    if (!request.url().endsWith(path)) return
    open.add(request)
    most = Math.max(most, open.size)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => most
}

describe('add-item dialog, several links at once (docs/product/add-item.md#several-links)', () => {
  it('become items in the Inbox, each line with its own result, and none twice', async () => {
    const mug = sell(stage.amazon, { title: 'Speckled Enamel Mug' })
    const short = sell(stage.amazon, { title: 'Glazed Planter' })
    stage.amazon.links.set('/d/planter', { to: short.url })
    const unknown = sell(stage.amazon)
    stage.amazon.items.delete(unknown.asin)
    const owned = sell(stage.amazon)
    const body = { amazon_url: owned.url, title: 'Mine', category_id: null }
    const first = await stage.app.request('POST', '/api/v1/products', { token: stage.person.token, body })

    const dialog = await opened()
    const { page, paste, heading, button, sheet } = dialog
    await paste(
      [
        `${mug.url}, ${mug.url}?tag=someone-else-20`,
        'https://a.co/d/planter',
        unknown.url,
        'https://example.com/mug',
        'https://www.amazon.com/shop/someone',
        owned.url,
        // The planter again: recognised only when the short link is resolved.
        short.url,
      ].join('\n'),
    )
    await heading('Add 5 items to your Inbox').waitFor()
    await line(dialog, 'example.com')
      .getByText(/^Oops! That didn't look like an Amazon product link/)
      .waitFor()
    await line(dialog, 'shop/someone').getByText('Could not extract ASIN from URL').waitFor()
    expect(await inbox()).toHaveLength(1)

    // After a 429 the dialog waits; a lost answer is requested again.
    const limited = { code: 'rate_limited', message: 'Too many requests.', details: { retry_after: 1 } }
    await page.route('**/amazon-paapi', (route) => route.fulfill({ status: 429, json: limited }), {
      times: 1,
    })
    await loseNextAnswer(page)
    const posting = maxAtOnce(page, '/api/v1/products')
    const started = page.waitForResponse((answer) => answer.status() === 429)
    await button('Post 5 items').dblclick()
    await started
    await sheet.getByText(/can be looked up 30 times a minute/).waitFor()
    await button('Retry 1 item').waitFor()
    const progress = sheet.getByRole('progressbar', { name: 'Links done' })
    expect(await progress.getAttribute('aria-valuetext')).toBe('5 of 5')
    await sheet.getByRole('status').getByText('2 posted, 2 already in your folio, 3 not posted').waitFor()
    await sheet.getByText('Failed to create product. Please try again.').waitFor()
    await button('Retry 1 item').click()
    await button('Go to Inbox').waitFor()
    await sheet.getByRole('status').getByText('3 posted, 2 already in your folio, 2 not posted').waitFor()
    expect(posting()).toBeLessThanOrEqual(2)

    const titles = (await inbox()).map(({ title }) => title).sort()
    expect(titles).toEqual(['', 'Glazed Planter', 'Mine', 'Speckled Enamel Mug'])
    const known = (await inbox()).find(({ title }) => title === 'Speckled Enamel Mug')
    const link = line(dialog, 'Speckled Enamel Mug').getByRole('link', { name: /See it/ })
    expect(await link.getAttribute('href')).toBe(`/l/${known?.short_link_id}`)
    await line(dialog, `Amazon item ${unknown.asin}`).getByText('Added to Inbox').waitFor()

    // Only somebody who confirms it has the item twice.
    const mine = line(dialog, 'Mine')
    expect(await mine.getByRole('link', { name: /See it/ }).getAttribute('href')).toBe(
      `/l/${first.body.short_link_id}`,
    )
    await mine.getByRole('button', { name: 'Post again' }).click()
    await sheet.getByRole('status').getByText('4 posted, 1 already in your folio, 2 not posted').waitFor()
    expect(await inbox()).toHaveLength(5)
    await button('Go to Inbox').click()
    await page.waitForURL('**/inbox')
    await page.getByText('Glazed Planter').first().waitFor()
  })
})
