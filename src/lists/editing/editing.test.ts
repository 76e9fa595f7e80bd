import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { creatorOf, listsOf } from '../testing/own-lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const creator = (options?: Parameters<typeof creatorOf>[1]) => creatorOf(app, options)

describe('the address of a list (docs/product/lists.md#public-lists)', () => {
  it('is made from its title, and is no other list’s of the person', async () => {
    const { lists } = await creator({ products: 0 })
    const slugs: string[] = []
    for (const title of [
      'My desk setup',
      'My desk setup!',
      'my  DESK-setup',
      '日本',
      '—',
      'Ünïcode',
      'x'.repeat(80),
    ])
      slugs.push((await lists.make({ title })).slug)
    expect(slugs).toEqual([
      'my-desk-setup',
      'my-desk-setup-2',
      'my-desk-setup-3',
      'list',
      'list-2',
      'unicode',
      'x'.repeat(20),
    ])
    const other = await creator({ products: 0 })
    expect((await other.lists.make({ title: 'My desk setup' })).slug).toBe('my-desk-setup')
  })

  it('leads on after a new title, also to a person of a new name, and is not given to another list', async () => {
    const { lists, products, person } = await creator()
    const { id } = await lists.make({ title: 'My desk', product_ids: products })
    await lists.publish(id)
    expect((await lists.edit(id, { title: 'The desk, this autumn' })).body.slug).toBe('the-desk-this-autumn')
    expect((await lists.asVisitor('my-desk')).body).toMatchObject({ id, slug: 'the-desk-this-autumn' })
    expect((await lists.make({ title: 'My desk' })).slug).toBe('my-desk-2')
    // Back to the first title, and its first address.
    expect((await lists.edit(id, { title: 'My desk' })).body.slug).toBe('my-desk')
    expect((await lists.asVisitor('the-desk-this-autumn')).body.slug).toBe('my-desk')

    const username = `${person.username}-new`.slice(0, 20)
    await app.request('PATCH', '/api/v1/me', { token: person.token, body: { username } })
    const { body } = await lists.asVisitor('my-desk')
    expect(body.profiles.username).toBe(username)
    expect((await listsOf(app, { ...person, username }).asVisitor('MY-DESK')).body.id).toBe(id)
    for (const path of ['nobody-here/my-desk', `${username}/nothing`, 'feed/my-desk'])
      expect((await app.request('GET', `/api/v1/lists/${path}`)).status).toBe(404)
  })

  it('of a list that was never public is forgotten with its title', async () => {
    const { lists, products } = await creator()
    const { id } = await lists.make({ title: 'A gift for Mum', product_ids: products })
    await lists.edit(id, { title: 'Birthday' })
    await lists.publish(id)
    expect((await lists.asVisitor('birthday')).status).toBe(200)
    expect((await lists.asVisitor('a-gift-for-mum')).status).toBe(404)
  })

  it('leads on for the latest twenty titles', async () => {
    const { lists, products } = await creator()
    const { id } = await lists.make({ title: 'Title 0', product_ids: products })
    await lists.publish(id)
    for (let n = 1; n <= 22; n++) {
      app.clock.advance(1_000)
      await lists.edit(id, { title: `Title ${n}` })
    }
    const statuses = []
    for (const n of [0, 1, 2, 3, 21, 22]) statuses.push((await lists.asVisitor(`title-${n}`)).status)
    expect(statuses).toEqual([404, 404, 200, 200, 200, 200])
  })
})

describe('a list that changes', () => {
  it('has versions: an edit of a stale one is refused, and one that changes nothing makes none', async () => {
    const { lists } = await creator({ products: 0 })
    const { id, version } = await lists.make({ title: 'Mine', words: 'Words.' })
    const changed = await lists.edit(id, { title: 'Ours', words: null }, version)
    expect(changed).toMatchObject({ status: 200, body: { title: 'Ours', words: null, version: version + 1 } })
    expect(await lists.edit(id, { title: 'Theirs' }, version)).toMatchObject({
      status: 412,
      body: { code: 'version_mismatch', details: { version: version + 1 } },
    })
    expect((await lists.edit(id, { title: 'Ours' }, version)).body.version).toBe(version + 1)
    expect((await lists.edit(id, { title: ' ' })).status).toBe(400)
    expect((await lists.edit(id, { title: 'x'.repeat(81) })).status).toBe(400)
    expect((await lists.edit(id, { words: 'x'.repeat(501) })).status).toBe(400)
  })

  it('becomes private once its owner has taken out so much that two would stay', async () => {
    const { lists, products } = await creator()
    const { id, slug } = await lists.make({ product_ids: products })
    await lists.publish(id)
    const { items } = (await lists.read(id)).items
    await lists.takeOut(id, items[0].id)
    expect(await lists.read(id)).toMatchObject({ is_public: true, shown_count: 3 })
    await lists.takeOut(id, items[1].id)
    expect(await lists.read(id)).toMatchObject({ is_public: false, may_be_public: 'too_few' })
    expect((await lists.asVisitor(slug)).status).toBe(404)
    await lists.add(id, [products[0] as string])
    expect((await lists.publish(id)).status).toBe(200)
    expect((await lists.takeOut(id, items[0].id)).status).toBe(404)
  })

  it('is one of two hundred at most, also of two requests at once', async () => {
    const { lists, person } = await creator({ products: 0 })
    await app.database.owner.pool.query(
      `insert into lists (user_id, slug, title, created_at, updated_at)
       select $1, 'made-' || n, 'Made', $2, $2 from generate_series(1, 199) n`,
      [person.id, app.clock.now()],
    )
    const answers = await Promise.all([1, 2].map((n) => lists.create({ title: `Last ${n}` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect((await lists.save(['01900000-0000-7000-8000-000000000000'])).body.code).toBe('validation_failed')
  })
})

describe('the links of a list (docs/product/lists.md#links-of-a-list)', () => {
  it('stay and lead to the products, and are given again to a product that comes back', async () => {
    const { lists, products } = await creator({ products: 5 })
    const { id, slug } = await lists.make({ product_ids: products.slice(0, 4) })
    expect((await lists.read(id)).items.items[0].short_link_id).toBeNull()
    await lists.publish(id)
    await lists.add(id, [products[4] as string])
    const linksOf = async () =>
      new Map<string, string>(
        (await lists.read(id)).items.items.map((item: { product: { id: string }; short_link_id: string }) => [
          item.product.id,
          item.short_link_id,
        ]),
      )
    const links = await linksOf()
    expect(new Set(links.values()).size).toBe(5)
    const [item] = (await lists.read(id)).items.items
    await lists.takeOut(id, item.id)
    const leadTo = async (link: string | undefined) =>
      (await app.request('GET', `/api/v1/products/${link}`)).body.id
    expect(await leadTo(item.short_link_id)).toBe(item.product.id)
    await lists.add(id, [item.product.id])
    expect(await linksOf()).toEqual(new Map([...links].map((link) => link)))

    expect((await lists.asVisitor(slug)).body.items_count).toBe(5)
    await lists.remove(id)
    for (const [product, link] of links) expect(await leadTo(link)).toBe(product)
  })

  it('are no other links of the product, and count towards no limit of these', async () => {
    const { lists, products, folio, person } = await creator({ products: 3 })
    const [product] = products as [string]
    const before = await folio.read(product)
    for (let n = 0; n < 6; n++) {
      const { id } = await lists.make({ title: `List ${n}`, product_ids: products })
      // As six lists of six days.
      await app.database.owner.pool.query('delete from list_days where user_id = $1', [person.id])
      expect((await lists.publish(id)).status).toBe(200)
    }
    expect(await folio.read(product)).toMatchObject({ short_link_id: before.short_link_id })
    const rest = await app.request('GET', `/rest/v1/short_links?select=id&product_id=eq.${product}`, {
      token: person.token,
    })
    expect(rest.body).toEqual([{ id: before.short_link_id }])
    const added = await app.request('POST', '/rest/v1/short_links', {
      token: person.token,
      body: { id: `${before.short_link_id.slice(0, -4)}zzzz`, product_id: product },
    })
    expect(added.status).toBe(201)
    const { body } = await app.request('GET', '/api/v1/me/export', { token: person.token })
    expect(body.products[0].short_link_ids).toHaveLength(2)
    expect(body.lists).toHaveLength(6)
    expect(body.lists[0].items[0]).toMatchObject({ is_own: true, product: { id: product } })
  })
})
