import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertList, insertListLink } from '../../src/feed/testing/lists.ts'
import { stageOf } from '../../src/feed/testing/stage.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import type { Person } from '../harness/factories.ts'

let app: TestApp
let maya: Person
let kettle: { id: string }
let shortLink: string
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { AMAZON_TAGS: 'us=folio-20' } })
  const stage = stageOf({ app, at: app.clock.now() })
  const kofi = await stage.creator()
  maya = await stage.creator()
  await run(`update profiles set first_name = 'Kofi', last_name = 'Mensah' where id = $1`, [kofi.userId])
  await run(`update profiles set first_name = 'Maya', bio = 'Slow mornings.' where id = $1`, [maya.userId])
  kettle = await stage.post(maya, 0, { asin: 'B0KETTLE01', title: 'Kettle', category: 'kitchen' })
  const others = [await stage.post(maya, 1, { asin: 'B0LAMP0001', title: 'Mushroom lamp' })]
  others.push(await stage.post(maya, 2, { asin: 'B0VASE0001', title: 'Ripple vase' }))
  await stage.post(kofi, 3, { asin: 'B0KETTLE01', title: 'His kettle', user_comment: 'My third and last.' })
  const board = await stage.post(kofi, 4, { asin: 'B0BOARD001', title: 'Oak board', category: 'kitchen' })
  await run(
    `insert into category_ranks (category_id, place, product_id) select category_id, 1, $1 from product_categories where product_id = $1`,
    [board.id],
  )
  await insertList(
    app.database,
    maya,
    [kettle, ...others].map(({ id }) => id),
    { title: 'Slow mornings' },
  )
  const [link] = await run('select id from short_links where product_id = $1', [kettle.id])
  shortLink = link.id
})
afterAll(() => app.close())

const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(statement, values)).rows
const pageOf = async (ref: string) => {
  const { status, body } = await app.request('GET', `/l/${ref}`)
  return { status, html: String(body) }
}
/** The words of a page as it is read without scripts. */
const wordsOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

it('leads on in the server’s HTML, for crawlers and readers without scripts (docs/product/product-page.md#what-it-leads-to)', async () => {
  const { html } = await pageOf(shortLink)
  const words = wordsOf(html)
  for (const text of [
    `Shared by @ ${maya.username}`,
    'Slow mornings.',
    'More from Maya',
    'All 3',
    'Mushroom lamp',
  ])
    expect(words.replace(/@ ?/g, '@ ')).toContain(text)
  expect(words).toMatch(
    /Also loved by Others who share it, in their own words\. My third and last\. .*Kofi Mensah/,
  )
  expect(words).toMatch(/In Kitchen All Kitchen Oak board/)
  expect(words).toMatch(/In Maya ’s list “ Slow mornings ”/)
  // Once: not also in a place that only scripts show.
  expect(html.split('My third and last.').length - 1).toBeLessThanOrEqual(2)
  expect(html).not.toMatch(/<template|<div hidden/)
  // Others lead to their profiles, and only the page's own product to Amazon.
  expect(html).not.toContain('His kettle')
  expect(new Set(html.match(/https:\/\/www\.amazon\.com\/dp\/\w+/g))).toEqual(
    new Set(['https://www.amazon.com/dp/B0KETTLE01']),
  )
})

it('shows a change of what it leads to at once', async () => {
  await pageOf(shortLink)
  await run(`update products set title = 'Mushroom lamp, dim' where title = 'Mushroom lamp'`)
  await expect.poll(async () => wordsOf((await pageOf(shortLink)).html)).toContain('Mushroom lamp, dim')
  await run(`update lists set title = 'Quiet mornings'`)
  await expect.poll(async () => wordsOf((await pageOf(shortLink)).html)).toContain('Quiet mornings')
})

it('opened by a list’s link, carries it to Amazon and with its clicks, and is the product’s page (docs/product/lists.md#links-of-a-list)', async () => {
  const [list] = await run('select id from lists')
  const link = await insertListLink(app.database, list.id, kettle.id)
  const { html } = await pageOf(link)
  expect(html).toContain(`ascsubtag=${link}`)
  expect(html).toContain(`data-list="${link}"`)
  expect(html).toContain(`/view.gif?list_link=${link}`)
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/l/${shortLink}"`))
  expect((await pageOf(shortLink)).html).not.toContain(link)
})

it('deleted, leads to its creator’s others alone (docs/product/product-page.md#missing)', async () => {
  await run(
    `with gone as (delete from product_categories where product_id = $1)
     update products set deleted_at = now(), is_categorized = false where id = $1`,
    [kettle.id],
  )
  const { status, html } = await pageOf(shortLink)
  expect(status).toBe(404)
  const words = wordsOf(html)
  expect(words).toContain('More from Maya')
  expect(words).toContain('Ripple vase')
  expect(words).not.toContain('Also loved by')
  expect(words).not.toContain('In Kitchen')
})
