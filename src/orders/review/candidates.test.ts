import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { type Review, reviewOf, storeOrder } from '../testing/stage.ts'

let app: TestApp
let review: Review
beforeAll(async () => {
  app = await startTestApp()
  review = reviewOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())

const asin = 'B0CANDID01'
async function share(username: string, values: Record<string, unknown> = {}) {
  const person = await insertPerson(app.database.db, { username })
  const product = await insertProduct(app.database.db, person)
  await app.database.db
    .updateTable('products')
    .set({ asin, asin_is_made_up: false, ...values })
    .where('id', '=', product.id)
    .execute()
  return product
}
const press = (product: string, at: string, kind = 'outbound') =>
  app.database.pool.query(
    `insert into clicks (id, product_id, clicked_at, kind, outcome, visitor)
     values (uuidv7(), $1, $2, $3, 'counted', sha256(random()::text::bytea))`,
    [product, at, kind],
  )
const names = (items: { creator: { username: string } }[]) => items.map(({ creator }) => creator.username)

it('lists the creators of the item in any marketplace, the last pressed first, and the product of a link', async () => {
  const day = app.clock.now().toISOString().slice(0, 10)
  const id = await storeOrder(app, { id: 'candidates-1', asin, order_date: day })
  await share('ana_quiet')
  const ben = await share('ben_abroad', { marketplace: 'de' })
  const cleo = await share('cleo_late')
  await share('dan_gone', { deleted_at: app.clock.now() })
  await share('eve_made_up', { asin_is_made_up: true })
  const other = await share('fay_other', { asin: 'B0ANOTHER1' })
  await press(ben.id, `${day}T01:00:00Z`)
  await press(cleo.id, `${day}T00:30:00Z`)
  await press(ben.id, `${day}T00:10:00Z`)
  await press(ben.id, `${day}T00:20:00Z`)
  await press(ben.id, `${day}T00:05:00Z`)
  await press(cleo.id, `${day}T02:00:00Z`, 'view')
  const path = `orders/${id}/candidates`

  const { body } = await review.call('GET', path)
  expect(names(body.items)).toEqual(['ben_abroad', 'cleo_late', 'ana_quiet'])
  expect(body).toMatchObject({
    items: [
      {
        marketplace: 'de',
        asin,
        short_link_id: ben.shortLinkId,
        last_presses: ['01:00', '00:20', '00:10'].map((time) => `${day}T${time}:00.000Z`),
      },
      { marketplace: 'us', last_presses: [`${day}T00:30:00.000Z`] },
      { last_presses: [], is_deleted: false },
    ],
    named: null,
  })

  const named = async (ref: string) => {
    const answer = await review.call('GET', `${path}?${new URLSearchParams({ product_ref: ref })}`)
    return [answer.status, answer.body.named?.creator.username ?? answer.body.code, answer.body.named?.asin]
  }
  expect(await named(`${app.url}/l/${other.shortLinkId}`)).toEqual([200, 'fay_other', 'B0ANOTHER1'])
  expect(await named(`https://elsewhere.example/l/${other.shortLinkId}`)).toEqual([
    400,
    'validation_failed',
    undefined,
  ])
  expect((await review.call('GET', 'orders/nowhere/candidates')).status).toBe(404)
  const elsewhere = await review.assign(id, `https://elsewhere.example/l/${ben.shortLinkId}`, null)
  expect([elsewhere.status, elsewhere.body.details.problems[0].path]).toEqual([400, 'product_ref'])
})
