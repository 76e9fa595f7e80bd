import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { ManualClock } from '../../platform/clock.ts'
import { checkedFiles, rowsOf } from '../testing/exports.ts'
import { post, signUpPayee } from '../testing/ledger.ts'

const now = new Date('2026-11-22T03:00:00Z')
const { checked, remove } = checkedFiles()
let app: TestApp
let ana: Person & { payeeId: string }
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now) })
})
afterAll(async () => {
  await app.close()
  remove()
})
beforeEach(async () => {
  ana = await signUpPayee(app)
})

const columns = [
  ...['sequence', 'created_at', 'order_item_id', 'product_title', 'asin', 'confidence', 'transaction_type'],
  ...['gross_commission', 'platform_fee_amount', 'user_amount'],
  ...['own_currency', 'own_amount', 'usd_per_unit', 'status', 'available_on'],
  ...['payee_id', 'pair_sequence', 'gross_commission_cents', 'platform_fee_cents', 'user_amount_cents'],
  ...['fee_bps', 'hash_version', 'rule', 'evidence', 'observation_id', 'reason'],
  ...['marketplace', 'earning_month', 'counts_month', 'previous_hash', 'hash'],
]
const exported = (format: 'csv' | 'json', { token }: { token?: string } = ana) =>
  app.request('GET', `/api/v1/me/ledger/export?format=${format}`, { token })

/** Rows with every sort of text, amount and time. */
const someRows = async () => {
  await post(app, ana, [
    {
      order: `=1+1|${ana.id}`,
      gross: 1000,
      at: now,
      title: '=HYPERLINK("http://x.example","pay")',
      availableOn: '2026-11-21',
    },
    { order: `-5-${ana.id}`, gross: 999_999_999_99, at: now, title: '-5', availableOn: '2027-01-29' },
    { order: `=1+1|${ana.id}`, gross: -1000, at: now, pair: 2, type: 'return', title: 'unused' },
    { order: `@${ana.id}`, gross: 7, at: now, title: 'Two\r\nlines, a "quotation" and ü' },
  ])
}

describe('GET me/ledger/export (docs/product/earnings.md#for-your-records)', () => {
  it('is a CSV whose formulas are text and whose numbers are numbers, and whose chain anyone can check', async () => {
    await someRows()
    const { status, headers, body } = await exported('csv')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="folio-ledger-2026-11-22.csv"')
    const rows = rowsOf(body)
    expect(Object.keys(rows[0] ?? {})).toEqual(columns)
    expect(rows).toMatchObject([
      {
        sequence: '1',
        created_at: '2026-11-22T03:00:00.000000Z',
        order_item_id: `'=1+1|${ana.id}`,
        product_title: `'=HYPERLINK("http://x.example","pay")`,
        confidence: 'high',
        transaction_type: 'commission',
        gross_commission: '10.00',
        platform_fee_amount: '2.00',
        user_amount: '8.00',
        status: 'posted',
        payee_id: ana.payeeId,
      },
      {
        product_title: '-5',
        gross_commission: '999999999.99',
        gross_commission_cents: '99999999999',
        status: 'pending',
      },
      {
        sequence: '3',
        transaction_type: 'return',
        gross_commission: '-10.00',
        user_amount: '-8.00',
        pair_sequence: '2',
        gross_commission_cents: '-1000',
        platform_fee_cents: '-200',
        user_amount_cents: '-800',
        product_title: `'=HYPERLINK("http://x.example","pay")`,
      },
      {
        product_title: 'Two\r\nlines, a "quotation" and ü',
        order_item_id: `'@${ana.id}`,
        user_amount: '0.06',
      },
    ])
    expect(rows[1]?.previous_hash).toBe(rows[0]?.hash)
    expect(await checked('ledger.csv', body)).toMatch(/^All 4 rows of 3 orders are as they were posted/)
    expect(await checked('forged.csv', body.replace('"-800"', '"-700"'))).toMatch(/^WRONG/)
  })

  it('is the same as JSON, and in the export of all one’s data', async () => {
    await someRows()
    const { headers, body } = await exported('json')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(Object.keys(body.items[0])).toEqual(columns)
    expect(body.items).toMatchObject([
      { sequence: 1, order_item_id: `=1+1|${ana.id}`, gross_commission: 10, user_amount_cents: 800 },
      { gross_commission: 999_999_999.99, gross_commission_cents: 99_999_999_999 },
      { user_amount: -8, product_title: '=HYPERLINK("http://x.example","pay")' },
      { fee_bps: 2000 },
    ])
    expect(await checked('ledger.json', JSON.stringify(body))).toMatch(/^All 4 rows/)
    const { body: all } = await app.request('GET', '/api/v1/me/export', ana)
    expect(all.ledger).toEqual(body.items)
    expect(await checked('all.json', JSON.stringify(all))).toMatch(/^All 4 rows/)
  })

  it('has times to the microsecond, which the hash covers', async () => {
    await post(app, ana, [{ gross: 100, at: now }])
    await app.database.pool.query(
      `insert into earnings_ledger (payee_id, order_item_id, pair_sequence, transaction_type, gross_commission_cents,
         platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
       select payee_id, order_item_id, 2, 'adjustment', 100, 20, 80, 2000, available_on, '2026-11-22T03:00:00.123456Z'
       from earnings_ledger where payee_id = $1`,
      [ana.payeeId],
    )
    const { body } = await exported('csv')
    expect(rowsOf(body)[1]?.created_at).toBe('2026-11-22T03:00:00.123456Z')
    expect(await checked('exact.csv', body)).toMatch(/^All 2 rows/)
  })

  it('is empty without rows; refused to anonymous callers and to those who ask too often', async () => {
    expect((await exported('json')).body).toEqual({ items: [] })
    expect(rowsOf((await exported('csv')).body)).toEqual([])
    expect((await exported('csv', {})).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 20 }, () => exported('json')))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(18).fill(200), 429, 429])
  })
})
