import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type ProductRow } from '../../../tests/harness/factories.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { earningsChecks } from '../../earnings/index.ts'
import { verify } from '../../platform/verification.ts'
import { askPayingDate, choosing, type Imports, importsOf } from '../imports/testing/stage.ts'
import { insertClick } from '../matching/testing/orders.ts'
import { calculate } from '../posting/testing/orders.ts'
import { RunStopped } from '../runs/execute.ts'
import { unwatched } from '../testing/progress.ts'
import { feeEarningsText, feeOrdersText, reportText } from '../testing/report-text.ts'
import { type Review, reviewOf } from '../testing/stage.ts'
import { orderChecks } from './verify.ts'

/** A day that lasts in the reports' time zone until some hours of a history have passed. */
const today = '2026-11-21'
const [itsEvening, nextMorning] = [new Date('2026-11-22T06:30:00Z'), new Date('2026-11-22T12:00:00Z')]
const asins = ['B000000001', 'B000000002']
let app: TestApp
let admin: Person
let imports: Imports
let review: Review
let products: ProductRow[]

// Two creators have a product of each ASIN. The second one's tracking id is known, and the first one's links were
// opened.
beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
  review = reviewOf(app, admin)
  const { db, pool } = app.database
  products = []
  for (const tag of ['ana-20', 'ben-20']) {
    const person = await insertPerson(db)
    for (const asin of asins) products.push(await insertProduct(db, person, { asin }))
    if (tag === 'ben-20')
      await pool.query(
        `insert into tracking_ids (tag, marketplace, payee_id, valid_from, created_at)
         values ($1, 'us', $2, '2026-01-01', now())`,
        [tag, person.payeeId],
      )
  }
  await insertClick(db, `${products[0]?.id}`, '2026-11-02T12:00:00Z')
  await insertClick(db, `${products[2]?.id}`, '2026-11-22T06:45:00Z')
})
afterAll(() => app.close())

// Few values of everything, so that files overlap.
const day = fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', today)
const asin = fc.constantFrom('B000000001', 'B000000001', 'B000000002')
const tag = fc.constantFrom('ben-20', 'ben-20', 'folio-20')
const folioFile = fc
  .uniqueArray(
    fc.record({
      order_item_id: fc.constantFrom('a', 'b', 'c'),
      order_date: day,
      asin,
      tracking_id: tag,
      link: fc.option(fc.nat(3)),
      commission_amount: fc.constantFrom('0.50', '2.50', '-1.00'),
      order_status: fc.constantFrom('pending', 'shipped', 'shipped', 'cancelled', 'returned'),
    }),
    { selector: (row) => row.order_item_id, minLength: 1, maxLength: 3 },
  )
  .map((rows) => () => reportText(rows.map(({ link, ...row }) => ({ ...row, sub_tag: subTag(link) }))))
const subTag = (link: number | null) => (link === null ? '' : `${products[link]?.shortLinkId}`)
const shippedRow = fc
  .record({ asin, tag, day, fee: fc.constantFrom('0.50', '0.60', '-0.40', '-0.60') })
  .map((row) => ({
    ASIN: row.asin,
    'Tracking ID': row.tag,
    'Date Shipped': row.day,
    'Ad Fees($)': row.fee,
    ...(row.fee.startsWith('-') && { 'Items Shipped': '0', Returns: '1' }),
  }))
const earningsFile = fc
  .array(shippedRow, { minLength: 1, maxLength: 4 })
  .map((rows) => () => feeEarningsText(rows))
const ordersFile = fc
  .array(fc.record({ ASIN: asin, Tag: tag, Date: day }), { minLength: 1, maxLength: 3 })
  .map((rows) => () => feeOrdersText(rows))

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('import' as const),
      text: fc.oneof(folioFile, earningsFile, earningsFile, ordersFile),
      choice: fc.constantFrom('same_sale' as const, 'two_sales' as const),
      asOf: fc.constantFrom('2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z', '2026-11-20T03:00:00Z'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('date' as const),
      day: fc.integer({ min: 1, max: 5 }).map((number) => `2026-11-0${number}`),
      choice: fc.constantFrom('same_sale' as const, 'two_sales' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('undo' as const), which: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.constant({ what: 'match' as const }) },
  { weight: 3, arbitrary: fc.constant({ what: 'calculate' as const }) },
  { weight: 1, arbitrary: fc.constant({ what: 'calculate, stopped' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('assign' as const), order: fc.nat(5), product: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('unassign' as const), order: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('settle' as const), isMoved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ what: 'sleep' as const }) },
)
type DuplicateChoice = 'same_sale' | 'two_sales'
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Deletes everything that was reported, decided and posted, which only tests may. */
const forget = () =>
  app.database.owner.pool.query(`
    set session_replication_role = replica;
    delete from ledger_checkpoints; delete from ledger_log_nodes; delete from ledger_log; delete from earnings_ledger; delete from posting_runs; delete from earnings_quarters;
    delete from earnings_product_quarters; delete from earnings_orders; update earnings set earnings_cents = 0;
    delete from order_disagreements; delete from order_matches; delete from amazon_orders; delete from order_observations; delete from import_days;
    delete from fee_rows; delete from fee_unpaired; delete from paying_dates; delete from paying_date_changes; delete from duplicate_decisions; delete from return_decisions; delete from earlier_order_ids; delete from fee_order_dates;
    delete from orders_to_match; delete from orders_to_post; delete from order_runs;
    delete from import_batches;
    set session_replication_role = default`)

const invoke = async (name: string) => {
  const { status, body } = await app.request('POST', `/functions/v1/${name}`, { token: admin.token })
  expect(status, JSON.stringify(body)).toBe(200)
}

async function live(steps: Step[]) {
  const merged: string[] = []
  app.clock.set(itsEvening)
  for (const one of steps) {
    if (one.what === 'import') {
      const query = { marketplace: 'us', apply: true, report_as_of: one.asOf }
      const batch = await imports.add(one.text(), query)
      const { id, state, question } = await imports.settledAll(batch, one.choice, 'another_return')
      if (state === 'merged') merged.push(id)
      // The same file again is refused, and so is a second format that pays where there is no ship date.
      else if (state !== 'repeated')
        expect([state, question]).toMatchObject(['staged', { reasons: [{ kind: 'no_paying_date' }] }])
    }
    if (one.what === 'date') await setDate(one)
    if (one.what === 'undo') {
      const [id] = merged.splice(one.which % Math.max(1, merged.length), 1)
      if (id) await imports.undo(id)
    }
    if (one.what === 'match') await invoke('commission-matcher')
    if (one.what === 'calculate') await invoke('earnings-calculator')
    if (one.what === 'calculate, stopped') await calculateStopped()
    if (one.what === 'settle') await settle(one)
    if (one.what === 'sleep') app.clock.set(nextMorning)
    if (one.what === 'assign' || one.what === 'unassign') await decide(one)
  }
}

/** Sets the day from which Fee-Earnings pays, confirming every question. */
async function setDate({ day: starts_on, choice }: { day: string; choice: DuplicateChoice }) {
  const put = (confirm?: object[]) => askPayingDate(app, admin, { starts_on, ...(confirm && { confirm }) })
  let answer = await put()
  for (let more = 0; answer.reasons.length > 0 && more < 9; more += 1)
    answer = await put(choosing(answer.reasons, choice).confirm)
  expect(answer).toMatchObject({ status: 200, reasons: [] })
}

/** Stops after all is done: the last part is rolled back. */
async function calculateStopped() {
  const step = async () => {
    throw new RunStopped()
  }
  const deps = { db: app.database.db, clock: app.clock.now }
  const isOver = calculate(deps, { progress: { ...unwatched, step } })
  await isOver.catch((error: unknown) => expect(error).toBeInstanceOf(RunStopped))
}

async function decide(one: Extract<Step, { order: number }>) {
  const { rows } = await app.database.owner.pool.query(
    'select order_item_id as id, version from amazon_orders left join order_matches using (order_item_id) order by 1',
  )
  const order = rows[one.order % Math.max(1, rows.length)]
  if (!order) return
  const { status } =
    one.what === 'assign'
      ? await review.assign(order.id, `${products[one.product]?.shortLinkId}`, order.version)
      : await review.unassign(order.id, order.version)
  // A withdrawn order is refused, and so is one that has not been matched yet.
  expect([200, 409]).toContain(status)
}

/** Decides on the first order whose evidence disagrees. */
async function settle({ isMoved }: { isMoved: boolean }) {
  const [order] = (await review.list({ state: 'evidence_disagrees' })).items
  if (!order) return
  const { disagreement, match } = (await review.read(order.order_item_id)).body
  const { status } = await review.call('POST', `orders/${order.order_item_id}/decision`, {
    payee_id: (isMoved ? disagreement : match).creator?.payee_id ?? null,
    reason: 'By its receipt.',
    version: match.version,
  })
  expect([200, 409]).toContain(status)
}

/** What `npm run verify` finds wrong. */
async function wrong(): Promise<string[]> {
  const lines: string[] = []
  const context = { db: app.database.db, clock: app.clock.now, actor: null }
  await verify(context, [earningsChecks, orderChecks], (line) => lines.push(line))
  expect(lines.length).toBeGreaterThan(10)
  return lines.filter((line) => !line.startsWith('ok '))
}

it('finds nothing wrong where Fee-Orders dates an order that was matched and withdrawn', async () => {
  await forget()
  const report = (text: string): Step => ({
    what: 'import',
    asOf: '2026-11-20T01:00:00Z',
    choice: 'same_sale',
    text: () => text,
  })
  const shipped = { 'Tracking ID': 'ben-20', ASIN: 'B000000001', 'Date Shipped': '2026-11-04' }
  const ordered = { Tag: 'ben-20', ASIN: 'B000000001', Date: '2026-11-03' }
  await live([report(feeEarningsText([shipped])), { what: 'match' }, { what: 'undo', which: 0 }])
  await live([report(feeOrdersText([ordered]))])
  expect(await wrong()).toEqual([])
  await live([{ what: 'match' }, { what: 'calculate' }])
  expect(await wrong()).toEqual([])
})

it('finds nothing wrong after any legal history of imports, matches, decisions and postings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      await forget()
      await live(steps)
      expect(await wrong()).toEqual([])
    }),
    randomRuns(2),
  )
}, 120_000)
