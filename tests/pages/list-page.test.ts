import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Creator, creatorOf, storePhoto } from '../../src/lists/testing/own-lists.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { signUpAdmin } from '../harness/people.ts'

let app: TestApp
let maya: Creator
let theo: Creator
beforeAll(async () => {
  app = await startTestApp({ pages: true })
  maya = await creatorOf(app)
  theo = await creatorOf(app, { first: 'Theo', products: 2 })
})
afterAll(() => app?.close())

/** A public list of Maya's with products of hers and Theo's. */
async function publicList(title: string, values: Record<string, unknown> = {}) {
  await app.database.owner.pool.query('delete from list_days')
  const product_ids = [...maya.products.slice(0, 3), ...theo.products]
  const { id, slug } = await maya.lists.make({ title, words: 'What stayed.', product_ids, ...values })
  expect((await maya.lists.publish(id)).status).toBe(200)
  return { id, slug, path: `/${maya.person.username}/${slug}` }
}

const page = async (path: string) => {
  const response = await fetch(new URL(path, app.url), { redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('the page of a public list (docs/product/lists.md#public-lists)', () => {
  it('is complete without scripts, leads to product pages alone, and is there for programs', async () => {
    const { path, id } = await publicList('My desk setup')
    const { status, headers, html } = await page(path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('s-maxage=30')
    expect(html).toContain('My desk setup')
    for (const title of ['Maya thing 1', 'Maya thing 3', 'Theo thing 2']) expect(html).toContain(title)
    const { items } = (await maya.lists.read(id)).items
    for (const { short_link_id } of items) expect(html).toContain(`/l/${short_link_id}`)
    expect(html).not.toMatch(/href="https:\/\/(www\.)?amazon\./)
    expect(html).toContain(`<link rel="canonical" href="${app.url}${path}"/>`)
    const [, data] = /<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'ItemList', numberOfItems: 5 })
    const [, image] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    const preview = await fetch((image ?? '').replaceAll('&amp;', '&'))
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(preview.headers.get('cache-control')).toContain('immutable')
    const sitemap = await page('/sitemap/lists-1.xml')
    expect(sitemap.html).toContain(`<loc>${app.url}${path}</loc>`)
  })

  it('is where former addresses, capitals and appended signs lead', async () => {
    const { path, id } = await publicList('First name')
    await maya.lists.edit(id, { title: 'Second name' })
    const present = `/${maya.person.username}/second-name`
    for (const address of [path, `/${maya.person.username.toUpperCase()}/Second-Name`, `${present}).`]) {
      const { status, headers } = await page(address)
      expect([address, status, headers.get('location')]).toEqual([
        address,
        address === path ? 301 : status,
        expect.stringContaining(present),
      ])
    }
    const former = await page(`${path}/preview.jpg`)
    expect([former.status, former.headers.get('location')]).toEqual([301, `${present}/preview.jpg`])
  })

  it('is fresh after each change of list, product and people', async () => {
    const cover_url = await storePhoto(app, maya.person)
    const { path, id } = await publicList('Changing', { cover_url })
    const html = async () => (await page(path)).html
    // Without other lists of hers.
    const items = async () => /<ol.*<\/ol>/s.exec(await html())?.[0] ?? ''
    expect(await html()).toContain('Changing')
    await maya.lists.edit(id, { words: 'Other words.' })
    await expect.poll(html).toContain('Other words.')
    const own = (await maya.lists.read(id)).items.items
    await maya.lists.change(id, own[1].id, { line: 'A line about it.' })
    await expect.poll(html).toContain('A line about it.')
    await theo.folio.patch(theo.products[0] as string, { title: 'Renamed by Theo' })
    await expect.poll(html).toContain('Renamed by Theo')
    await theo.lists.refuse(theo.products[0] as string, id)
    await expect.poll(items).not.toContain('Renamed by Theo')
    await theo.folio.remove(theo.products[1] as string)
    await expect.poll(items).not.toContain('Theo thing 2')
    await app.request('PATCH', '/api/v1/me', { token: maya.person.token, body: { first_name: 'Mayara' } })
    await expect.poll(html).toContain('Mayara')
    const admin = await signUpAdmin(app)
    const hide = (act: string) =>
      app.request('POST', `/api/v1/admin/lists/${id}/${act}`, {
        token: admin.token,
        body: { reason: 'Rude.' },
      })
    const status = async () => (await page(path)).status
    await hide('hide')
    await expect.poll(status).toBe(404)
    const picture = async () => (await fetch(new URL(cover_url, app.url))).status
    expect(await picture()).not.toBe(200)
    await hide('restore')
    await expect.poll(status).toBe(200)
    expect(await picture()).toBe(200)
    await maya.lists.takeOut(id, own[0].id)
    await expect.poll(status).toBe(404)
    await maya.lists.add(id, [maya.products[3] as string])
    await maya.lists.publish(id)
    await expect.poll(status).toBe(200)
    await maya.lists.remove(id)
    await expect.poll(status).toBe(404)
  })
})
