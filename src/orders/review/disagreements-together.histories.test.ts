import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { type Person as SignedUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { importsOf } from '../imports/testing/stage.ts'
import { insertClick, newAsin } from '../matching/testing/orders.ts'
import { rowsOf } from '../posting/testing/orders.ts'
import { findingsAt } from '../testing/findings.ts'
import { reportText } from '../testing/report-text.ts'
import { idsOf, type Review, reviewOf } from '../testing/stage.ts'

let app: TestApp
let admin: SignedUp
let review: Review
let ana: Person
let ben: Person
let n = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  review = reviewOf(app, admin)
  ana = await insertPerson(app.database.db, { username: 'ana_together' })
  ben = await insertPerson(app.database.db, { username: 'ben_together' })
})
afterAll(async () => {
  expect(await findingsAt(app)).toEqual([])
  await app.close()
})
beforeEach(() => {
  n += 1
})

const run = async (name: 'commission-matcher' | 'earnings-calculator') =>
  (await app.request('POST', `/functions/v1/${name}`, { token: admin.token })).body.results
const add = (hour: number, file_name: string, rows: Parameters<typeof reportText>[0]) =>
  importsOf(app, admin).add(reportText(rows), {
    apply: true,
    file_name,
    report_as_of: new Date(Date.UTC(2026, 9, n, hour)).toISOString(),
  })
const listed = async () => idsOf(await review.list({ state: 'evidence_disagrees' }))
const groups = async () => (await review.call('GET', 'disagreements')).body.items
const decide = (body: object) =>
  review.call('POST', 'disagreements/decision', { reason: 'They wrote to us.', ...body })

/** Two orders of Ana’s and one of Ben’s, posted by their presses; then the first file that has sub tags of ours. */
async function firstFileWithSubTags() {
  const bought = async (owner: Person): Promise<{ asin: string; product: ProductRow }> => {
    const asin = newAsin()
    const product = await insertProduct(app.database.db, owner, { asin })
    await insertClick(app.database.db, product.id, '2026-07-19T19:00:00Z', { kind: 'outbound' })
    return { asin, product }
  }
  const [mug, pan] = [await bought(ana), await bought(ben)]
  const row = (id: string, { asin }: { asin: string }, sub_tag = '') => ({
    order_item_id: `t${n}-${id}`,
    order_date: '2026-07-19',
    asin,
    sub_tag,
    commission_amount: '4.00',
  })
  const rows = [row('a', mug), row('b', mug), row('c', pan)]
  await add(1, 'july.csv', rows)
  await run('commission-matcher')
  await run('earnings-calculator')
  await add(2, 'tagged.csv', [...rows, row('d', mug, mug.product.shortLinkId)])
  expect(await run('commission-matcher')).toMatchObject({ evidence_disagrees: 3 })
  const [group] = await groups()
  const { import_id, creator, claim, orders, commission } = group
  const named = { import_id, payee_id: creator?.payee_id ?? null, claim, expected: { orders, commission } }
  return { ids: rows.map(({ order_item_id }) => order_item_id), group, named }
}
const sumOf = async (id: string) =>
  (await rowsOf(app.database.db, id)).reduce((sum, row) => sum + Number(row.gross_commission_cents), 0)

it('the orders without a sub tag in the first file with sub tags are one group of that file', async () => {
  const { ids, group, named } = await firstFileWithSubTags()
  expect(await groups()).toEqual([
    {
      import_id: expect.any(String),
      file_name: 'tagged.csv',
      creator: null,
      claim: expect.stringMatching(/^Other rows of the report have sub tags of our links/),
      orders: 3,
      commission: 12,
      currency: 'USD',
      creators: 2,
      first_day: '2026-07-19',
      last_day: '2026-07-19',
    },
  ])
  expect(await decide({ ...named, choice: 'keep' })).toMatchObject({
    status: 200,
    body: { decided: 3, left: 0 },
  })
  expect([await groups(), await listed()]).toEqual([[], []])
  const matches = await Promise.all(ids.map(async (id) => (await review.read(id)).body.match))
  expect(matches.map(({ creator, is_decided }) => [creator.payee_id, is_decided])).toEqual([
    [ana.payeeId, true],
    [ana.payeeId, true],
    [ben.payeeId, true],
  ])
  await run('earnings-calculator')
  expect(await Promise.all(ids.map(sumOf))).toEqual([400, 400, 400])
  // Pressed twice, or by two admins at once, it is decided once.
  expect(await decide({ ...named, choice: 'change' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', details: { orders: 0, commission: 0 } },
  })
  expect(group.claim).toBe(named.claim)
})

it('they are taken away together, and each is in the audit log', async () => {
  const { ids, named } = await firstFileWithSubTags()
  expect(await decide({ ...named, choice: 'change' })).toMatchObject({ body: { decided: 3, left: 0 } })
  await run('earnings-calculator')
  expect(await Promise.all(ids.map(sumOf))).toEqual([0, 0, 0])
  const { items } = (await review.call('GET', 'audit')).body
  const decided = items.filter(({ action }: { action: string }) => action === 'order.decide')
  const subjects: string[] = decided.map(({ subject }: { subject: string }) => subject)
  expect(subjects.filter((id) => ids.includes(id)).sort()).toEqual(ids)
})

it('after one of them is decided by itself, the group is no longer what was seen', async () => {
  const { ids, named } = await firstFileWithSubTags()
  const [one] = ids as [string]
  const { version } = (await review.read(one)).body.match
  const single = { payee_id: ana.payeeId, reason: 'Ana’s.', version }
  expect((await review.call('POST', `orders/${one}/decision`, single)).status).toBe(200)
  const refused = await decide({ ...named, choice: 'keep' })
  expect(refused).toMatchObject({ status: 409, body: { details: { orders: 2, commission: 8 } } })
  expect(await listed()).toHaveLength(2)
  expect((await decide({ ...named, expected: refused.body.details, choice: 'keep' })).body.decided).toBe(2)
})
