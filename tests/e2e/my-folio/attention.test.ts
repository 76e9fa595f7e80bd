import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsOf } from '../helpers/looks.ts'
import { post, titlesOn } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()

const since = new Date('2026-11-20T12:00:00Z')

/** A product whose shop link leads nowhere, clicked so often. */
async function postDead(owner: Person, title: string, attention: 'gone' | 'out_of_stock', clicks: number) {
  const asin = title.toUpperCase().padEnd(10, '0').slice(0, 10)
  const { id } = await post(stage.app, owner, { title, asin, attention, attention_since: since })
  await stage.app.database.db
    .updateTable('click_totals')
    .set({ clicks_count: clicks })
    .where('product_id', '=', id)
    .execute()
}

const rowOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

describe('Needs attention', () => {
  it('lists the links that lead nowhere by clicks, says why, and leads on', async () => {
    const maya = await signUp(stage.app)
    await postDead(maya, 'Lamp', 'out_of_stock', 3)
    await postDead(maya, 'Kettle', 'gone', 1_204)
    await post(stage.app, maya, { title: 'Mug' })
    await postDead(await signUp(stage.app), 'Chair', 'gone', 9)
    const context = await visitor(stage.browser, stage.app, { as: maya, viewport: phone })

    const page = await open(context, '/my-folio/attention')
    await rowOf(page, 'Lamp').waitFor()
    expect(await page.title()).toBe('Needs attention · Folio')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Needs attention')
    expect(await titlesOn(page)).toEqual(['Kettle', 'Lamp'])
    expect(await rowOf(page, 'Kettle').textContent()).toMatch(
      /No longer on Amazon\s*since Nov 20, 2026 · 1,204 clicks/,
    )
    expect(await rowOf(page, 'Lamp').textContent()).toMatch(
      /Out of stock on Amazon\s*since Nov 20, 2026 · 3 clicks/,
    )
    const atAmazon = page.getByRole('link', { name: 'Open at Amazon Kettle' })
    expect(await atAmazon.getAttribute('href')).toBe('https://www.amazon.com/dp/KETTLE0000')
    expect(await flawsOf(page)).toEqual([])

    await page.getByRole('link', { name: 'View Kettle' }).click()
    await page.waitForURL('**/l/**')
    await page.goBack()
    await rowOf(page, 'Kettle').waitFor()
  })
})
