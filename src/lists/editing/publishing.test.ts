import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signInAgain, signUp } from '../../../tests/harness/people.ts'
import { dayMs } from '../../shared/time.ts'
import { creatorOf, listsOf } from '../testing/own-lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const creator = () => creatorOf(app)

describe('a list that becomes public (docs/product/lists.md#public-lists)', () => {
  it('is read by anyone, with a link of its own for each product', async () => {
    const { lists, products, person } = await creator()
    const { id, slug } = await lists.make({
      title: 'My desk setup',
      words: 'All of it.',
      product_ids: products,
    })
    expect(slug).toBe('my-desk-setup')
    expect((await lists.asVisitor(slug)).status).toBe(404)
    expect(await lists.overview()).toEqual([])
    expect(await lists.read(id)).toMatchObject({ is_public: false, may_be_public: null, shown_count: 4 })

    expect(await lists.publish(id)).toMatchObject({
      status: 200,
      body: { is_public: true, may_be_public: null },
    })
    const { status, body } = await lists.asVisitor(slug)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, title: 'My desk setup', words: 'All of it.', items_count: 4 })
    expect(body.profiles.username).toBe(person.username)
    expect(
      body.items.items.map(({ number, product }: { number: number; product: { id: string } }) => [
        number,
        product.id,
      ]),
    ).toEqual(products.map((product, index) => [index + 1, product]))
    for (const { short_link_id, product } of body.items.items) {
      expect(short_link_id).not.toBe(product.short_link_id)
      const page = await app.request('GET', `/api/v1/products/${short_link_id}`)
      expect(page.body).toMatchObject({ id: product.id, short_link_id: product.short_link_id })
    }
    expect(await lists.overview()).toMatchObject([{ id, items_count: 4, slug }])
  })

  it('needs three products that others see, and a proven address', async () => {
    const { lists, products } = await creator()
    const { id } = await lists.make({ product_ids: products.slice(0, 2) })
    expect(await lists.read(id)).toMatchObject({ may_be_public: 'too_few' })
    expect(await lists.publish(id)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })

    const unproven = await signUp(app)
    const own = listsOf(app, unproven)
    const list = await own.make({ product_ids: products })
    expect(list.may_be_public).toBe('unproven')
    expect(await own.publish(list.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('is one new one a day, also of two requests at once, and after the first is deleted', async () => {
    const { lists, products, person } = await creator()
    const ids: string[] = []
    for (const title of ['One', 'Two', 'Three'])
      ids.push((await lists.make({ title, product_ids: products })).id)
    const answers = await Promise.all(ids.map((id) => lists.publish(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    const first = ids[answers.findIndex(({ status }) => status === 200)] as string
    const [second, third] = ids.filter((id) => id !== first) as [string, string]
    expect(await lists.read(second)).toMatchObject({ may_be_public: 'tomorrow' })

    expect((await lists.edit(first, { is_public: false })).status).toBe(200)
    expect((await lists.publish(first)).status).toBe(200)
    expect((await lists.remove(first)).status).toBe(204)
    expect((await lists.publish(second)).status).toBe(429)
    app.clock.advance(dayMs)
    const { access_token: token } = await signInAgain(app, person)
    const nextDay = listsOf(app, { ...person, token })
    expect((await nextDay.publish(second)).status).toBe(200)
    expect((await nextDay.publish(third)).status).toBe(429)
  })
})
