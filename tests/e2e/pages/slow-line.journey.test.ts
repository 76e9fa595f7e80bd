import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { categoryIds } from '../../../src/folio/testing/collection.ts'
import { creatorOf, storePhoto } from '../../../src/lists/testing/own-lists.ts'
import type { Person } from '../../harness/people.ts'
import { shiftSoFar, watchShifts } from '../helpers/looks.ts'
import { setStage } from '../helpers/stage.ts'
import { desktop, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()

let maya: Person
let addresses: Record<'product' | 'photos' | 'storefront' | 'popular' | 'lists' | 'list' | 'look', string>

/** A storefront with cover, links and picks; a list, a look of somebody else’s, a product with several photos. */
beforeAll(async () => {
  const { app } = stage
  const { person, folio, lists } = await creatorOf(app, { products: 0 })
  maya = person
  const theo = await creatorOf(app, { products: 0, first: 'Theo' })
  const { kitchen: category_id } = await categoryIds(app)
  const photo = () => storePhoto(app, maya)
  const words = { description: 'Stoneware, fired twice. '.repeat(8), category_id, tags: ['clay'] }
  const products: { id: string; short_link_id: string }[] = []
  for (const title of ['Mug', 'Lamp', 'Kettle', 'Vase', 'Bowl', 'Tray', 'Chair', 'Rug'])
    products.push(
      await folio.post({
        ...words,
        title: `${title} with a glaze that runs a little differently on each of them`,
        user_comment: 'Other ones feel rude now. I hide it from guests.',
        image_url: await photo(),
        ...(title === 'Lamp' && { photos: [await photo(), await photo()] }),
      }),
    )
  await theo.folio.post({ ...words, title: 'His lamp', user_comment: 'Bright.' })
  const product_ids = products.map(({ id }) => id)
  const call = (method: string, path: string, body: unknown) =>
    app.request(method, path, { token: maya.token, body })
  await call('PATCH', '/api/v1/me', {
    bio: 'Ceramics, coffee, slow mornings.',
    cover_url: await photo(),
    links: ['https://instagram.com/maya', 'https://maya.example/'],
  })
  await call('PUT', '/api/v1/me/picks', { product_ids: product_ids.slice(0, 5) })
  const list = await lists.make({ title: 'My desk setup', words: 'What stayed.', product_ids })
  expect((await lists.publish(list.id)).status).toBe(200)
  // Theo's, since one list a day becomes public.
  const cover_url = await storePhoto(app, theo.person)
  const look = await theo.lists.make({ title: 'The desk', cover_url, is_look: true, product_ids })
  const { items } = (await theo.lists.read(look.id)).items
  for (const [index, { id }] of items.slice(0, 4).entries())
    await theo.lists.change(look.id, id, { point: { x: 2_000 * (index + 1), y: 3_000 } })
  expect((await theo.lists.publish(look.id)).status).toBe(200)
  const at = `/${maya.username}`
  addresses = {
    product: `/l/${products[0]?.short_link_id}`,
    photos: `/l/${products[1]?.short_link_id}`,
    storefront: at,
    popular: `${at}?tab=popular`,
    lists: `${at}?tab=lists`,
    list: `${at}/${list.slug}`,
    look: `/${theo.person.username}/${look.slug}`,
  }
})

/** A slow line as browsers' own tools and Lighthouse have it: 1.6 Mbit/s, 150 ms there and back. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** How far the page moves by itself until nothing more is on its way. */
async function shiftOver(page: Page, address: string): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await tools.send('Network.emulateNetworkConditions', slow4g)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('html[data-app]').waitFor({ state: 'attached' })
  return shiftSoFar(page)
}

const names = ['product', 'photos', 'storefront', 'popular', 'lists', 'list', 'look'] as const
const windows = { 'a phone': phone, 'a computer': desktop }

describe.each(Object.entries(windows))('over a slow line on %s', (_, viewport) => {
  it.each(names)('nothing moves on a page of the kind %s', async (name) => {
    const page = await (await visitor(stage.browser, stage.app, { viewport })).newPage()
    await watchShifts(page)
    expect(await shiftOver(page, addresses[name])).toBeLessThan(0.01)
  })

  // The owner's first visit says how much room the owner's part takes; what stays on the page moves then.
  it('nothing moves on a list of one’s own that one has seen before', async () => {
    const page = await (await visitor(stage.browser, stage.app, { viewport, as: maya })).newPage()
    await watchShifts(page)
    await shiftOver(page, addresses.list)
    await page.getByText('Everybody with the link sees it').waitFor()
    expect(await shiftOver(page, addresses.list)).toBeLessThan(0.01)
    await page.getByText('Everybody with the link sees it').waitFor()
  })
})
