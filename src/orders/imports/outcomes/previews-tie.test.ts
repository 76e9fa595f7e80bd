import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../../tests/harness/people.ts'
import { randomRuns } from '../../../../tests/harness/random-runs.ts'
import { feeEarningsText, reportText, type TextRow } from '../../testing/report-text.ts'
import type { ImportDetail } from '../contract.ts'
import { type Imports, importsOf } from '../testing/stage.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  imports = importsOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())

const amount = fc.integer({ min: 0, max: 900 }).map((cents) => (cents / 100).toFixed(2))
/** A few ids, so that files tell of the same orders in other states, and of one in several rows. */
const ownRow = fc.record<TextRow>({
  order_item_id: fc.constantFrom('t-1', 't-2', 't-3', 't-4', 't-5'),
  order_date: fc.constantFrom('2026-11-02', '2026-11-03'),
  quantity: fc.constantFrom('1', '2', '-1', 'two'),
  commission_amount: fc.oneof(
    { weight: 6, arbitrary: amount },
    { weight: 1, arbitrary: fc.constant('free') },
  ),
  order_status: fc.constantFrom('shipped', 'shipped', 'shipped', 'pending', 'cancelled', 'returned'),
})
const feeRow = fc.record({
  'Date Shipped': fc.constantFrom('2026-10-04', '2026-10-05', '2026-10-06', 'never'),
  'Ad Fees($)': fc.oneof(
    amount,
    amount.map((of) => `-${of}`),
  ),
  'Items Shipped': fc.constantFrom('1', '2'),
  ASIN: fc.constantFrom('B0TIES0001', 'B0TIES0002'),
})
const file = fc.oneof(
  fc.record({
    of: fc.constant('us'),
    text: fc.array(ownRow, { minLength: 1, maxLength: 9 }).map((rows) => reportText(rows)),
  }),
  fc.record({
    of: fc.constant('ca'),
    text: fc.array(feeRow, { minLength: 1, maxLength: 9 }).map((rows) => feeEarningsText(rows)),
  }),
)

const cents = (units: number | null | undefined) => Math.round((units ?? 0) * 100)
const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

/** That a file's rows are all counted once, and that what they report adds up to what was read of it. */
function ties({ tally, total, failed, reported }: ImportDetail) {
  const own = (tally ?? []).filter(({ reported: said }) => said !== null)
  expect(sum(own.map(({ rows }) => rows)) + failed).toBe(total)
  expect(sum(own.map(({ reported: said }) => cents(said)))).toBe(cents(reported?.rows))
}

/** The commission of all orders of a marketplace that are shipped. */
const shipped = async (marketplace: string) => {
  const { rows } = await app.database.pool.query(
    `select coalesce(sum(commission_cents), 0)::int as cents from amazon_orders
     where marketplace = $1 and observation_id is not null and order_status = 'shipped'`,
    [marketplace],
  )
  return rows[0].cents
}

// docs/product/reports.md#looking-over
describe('the table of a preview', () => {
  it('adds up in rows and in money, and is what the import then does', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(file, async ({ of, text }) => {
        app.clock.advance(1_000)
        const sent = await imports.add(text, { marketplace: of })
        if (sent.state === 'failed' || sent.state === 'repeated') return
        const staged = sent.state === 'question' ? await imports.choose(sent, 'each') : sent
        const before = await shipped(of)
        const { preview, tally } = staged
        ties(staged)
        const more = sum((tally ?? []).map(({ commission }) => cents(commission)))
        expect(cents(preview?.commission.before)).toBe(before)
        expect(cents(preview?.commission.after)).toBe(before + more)
        const merged =
          staged.question === null
            ? await imports.merge(staged.id)
            : await imports.settledAll(staged, 'another_return')
        expect(merged.state).toBe('merged')
        expect(await shipped(of)).toBe(before + more)
        ties(merged)
        expect(merged.tally).toEqual(tally)
      }),
      randomRuns(40),
    ),
  )
})
