import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { feeEarningsText, reportText } from '../testing/report-text.ts'
import type { Doubt, ImportDetail } from './contract.ts'
import { auditOf, confirming, type Imports, importsOf, ordersIn, reasonsOf } from './testing/stage.ts'

let app: TestApp
let ana: Person
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  ana = await signUpAdmin(app)
  imports = importsOf(app, ana)
})
afterAll(() => app.close())

/** The next report is later. */
const add = async (text: string, query: Record<string, string | boolean> = {}) => {
  app.clock.advance(1_000)
  return imports.add(text, query)
}
/** As a program sends it, which confirms nothing. */
const apply = async (text: string, query: Record<string, string> = {}) => {
  app.clock.advance(1_000)
  return imports.settled((await imports.send(text, { ...query, apply: true })).body.id)
}
const confirm = async (batch: ImportDetail, reasons = reasonsOf(batch)) => {
  const answer = await imports.call('POST', `/${batch.id}/answer`, confirming(reasons))
  return answer.status === 200 ? imports.settled(batch.id) : answer
}

const rowOf = (order_item_id: string, order_status: string, commission_amount = '4.20') => ({
  order_item_id,
  order_status,
  commission_amount,
})

describe('an import that has to be confirmed (decision 24)', () => {
  it('because an older report makes returned orders shipped: rows and money are named, and nothing is merged', async () => {
    await add(
      reportText([rowOf('r-1', 'returned'), rowOf('r-2', 'cancelled', '0.80'), rowOf('r-3', 'shipped')]),
      { apply: true },
    )
    const old = reportText([
      rowOf('r-1', 'shipped'),
      rowOf('r-2', 'shipped', '0.80'),
      rowOf('r-3', 'shipped'),
    ])
    const before = await ordersIn(app)
    const asked = await apply(old)
    expect(asked).toMatchObject({
      state: 'staged',
      preview: { changed: 2, commission: { before: 4.2, after: 9.2 } },
      question: {
        kind: 'confirmation',
        reasons: [
          {
            kind: 'reopened',
            rows: 2,
            commission: 5,
            message: '2 orders that were returned or cancelled would be shipped again, for $5.00.',
            examples: ['r-1: $4.20', 'r-2: $0.80'],
          },
        ],
      },
    })
    expect(await ordersIn(app)).toEqual(before)

    const refused = await imports.call('POST', `/${asked.id}/merge`)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required', details: { import_id: asked.id } },
    })
    const other = reasonsOf(asked).map((reason) => ({ ...reason, rows: 1 }))
    expect(await confirm(asked, other)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await ordersIn(app)).toEqual(before)

    expect(await confirm(asked)).toMatchObject({ state: 'merged', updated: 2, question: null })
    expect((await ordersIn(app))['r-1']).toMatchObject({ status: 'shipped', cents: 420 })
    expect((await auditOf(app, ana)).at(-1)).toMatchObject({
      action: 'import.confirm',
      subject: asked.id,
      details: { confirmed: [{ kind: 'reopened', rows: 2, commission: 5 }] },
    })
  })

  it('is asked in its preview, and again where it would change more when it is merged', async () => {
    await add(reportText([rowOf('s-1', 'returned'), rowOf('s-2', 'shipped')]), { apply: true })
    const asked = await add(reportText([rowOf('s-1', 'shipped'), rowOf('s-2', 'shipped')]))
    expect(reasonsOf(asked)).toMatchObject([{ kind: 'reopened', rows: 1, commission: 4.2 }])
    const later = { report_as_of: new Date(app.clock.now().getTime() - 500).toISOString(), apply: true }
    await imports.add(reportText([rowOf('s-2', 'returned')]), later)
    expect(await confirm(asked)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const again = (await imports.call('GET', `/${asked.id}`)).body
    expect(reasonsOf(again)).toMatchObject([{ kind: 'reopened', rows: 2, commission: 8.4 }])
    expect(await confirm(again)).toMatchObject({ state: 'merged' })
  })

  it('because a day of Fee-Earnings would have fewer rows than it had', async () => {
    const day = { 'Date Shipped': '2026-11-05' }
    const rows = ['0.84', '1.60', '24.00'].map((fees, n) => ({
      ...day,
      ASIN: `B0FEWER00${n}`,
      'Ad Fees($)': fees,
    }))
    const marketplace = 'au'
    await add(feeEarningsText(rows), { marketplace, apply: true })
    const before = await ordersIn(app)
    const asked = await apply(feeEarningsText(rows.slice(0, 2)), { marketplace })
    expect(reasonsOf(asked)).toEqual([
      {
        kind: 'fewer_rows',
        rows: 1,
        commission: 24,
        message: '1 day would have 1 row fewer than the report before, and A$24.00 less.',
        examples: ['2026-11-05: 3 rows before, 2 now'],
      },
    ])
    expect(await ordersIn(app)).toEqual(before)
    expect(await confirm(asked)).toMatchObject({ state: 'merged', withdrawn: 1 })
    // As many rows or more ask nothing.
    const more = feeEarningsText([...rows, { ...day, ASIN: 'B0FEWER009' }])
    expect(await add(more, { marketplace })).toMatchObject({
      state: 'staged',
      question: null,
    })
  })

  it('because orders of Fee-Earnings would lose part of their return, though the day has as many rows', async () => {
    const marketplace = 'ca'
    const row = (day: number, fees: string, ASIN = 'B0VANISH01') => ({
      'Date Shipped': `2026-11-0${day}`,
      ASIN,
      'Items Shipped': fees.startsWith('-') ? '0' : '1',
      Returns: fees.startsWith('-') ? '1' : '0',
      'Ad Fees($)': fees,
    })
    await add(feeEarningsText([row(5, '10.00'), row(7, '-4.00')]), { marketplace, apply: true })
    const before = await ordersIn(app)
    const asked = await apply(feeEarningsText([row(7, '0.80', 'B0VANISH02')]), { marketplace })
    expect(reasonsOf(asked)).toEqual([
      {
        kind: 'fewer_returns',
        rows: 1,
        commission: 4,
        message: '1 order would lose part of its return: CA$4.00 more would be owed.',
        examples: [expect.stringMatching(/^fee-ca-2026-11-05-B0VANISH01-\w+: CA\$4.00$/)],
      },
    ])
    expect(await ordersIn(app)).toEqual(before)
    // A return with a smaller amount is asked about too. A later purchase, from which a return takes first, is not.
    const less = await add(feeEarningsText([row(7, '-1.00')]), { marketplace })
    expect(reasonsOf(less)).toMatchObject([{ kind: 'fewer_returns', rows: 1, commission: 3 }])
    await imports.discard(less.id)
    const bought = await add(feeEarningsText([row(6, '9.00')]), { marketplace })
    expect(bought).toMatchObject({ question: null, preview: { others_changed: 1 } })
    await imports.discard(bought.id)
    expect(await confirm(asked)).toMatchObject({ state: 'merged', imported: 1, withdrawn: 1 })
  })

  it('because its totals line is not what its rows add up to', async () => {
    const text = reportText([rowOf('u-1', 'shipped'), { ...rowOf('u-2', 'shipped'), asin: 'no' }], {
      totals: { order_item_id: 'Total', quantity: '2', commission_amount: '8.40' },
    })
    const asked = await apply(text)
    expect(reasonsOf(asked)).toEqual([
      {
        kind: 'totals',
        rows: 1,
        commission: -4.2,
        message:
          'The rows that were read do not add up to the file’s own totals: 1 row left out, $4.20 too little.',
        examples: [
          'quantity: 2 in the file, 1 of its rows',
          'commission_amount: 8.4 in the file, 4.2 of its rows',
        ],
      },
    ])
    expect(await confirm(asked)).toMatchObject({ state: 'merged', imported: 1 })
  })

  it('is answered by amazon-import, which cannot ask, with its id; nothing is merged', async () => {
    await add(reportText([rowOf('v-1', 'cancelled')]), { apply: true })
    const before = await ordersIn(app)
    const csvData = reportText([rowOf('v-1', 'shipped')])
    app.clock.advance(1_000)
    const { status, body } = await app.request('POST', '/functions/v1/amazon-import', {
      token: ana.token,
      body: { csvData },
    })
    expect([status, body.code]).toEqual([409, 'confirmation_required'])
    expect(await ordersIn(app)).toEqual(before)
    const asked = (await imports.call('GET', `/${body.details.import_id}`)).body
    expect(asked).toMatchObject({ state: 'staged', run: { kind: 'merge', state: 'done' } })
    expect(await confirm(asked)).toMatchObject({ state: 'merged', updated: 1 })
  })

  it('is not asked for without a reason, and then nothing can be confirmed', async () => {
    const staged = await add(reportText([rowOf('w-1', 'returned'), rowOf('w-2', 'pending')]))
    expect(staged.question).toBeNull()
    const reasons: Doubt[] = [{ kind: 'reopened', rows: 1, commission: 1, message: '', examples: [] }]
    expect(await confirm(staged, reasons)).toMatchObject({ status: 409 })
    expect((await imports.call('POST', `/${staged.id}/answer`, { confirm: [] })).status).toBe(400)
    expect((await imports.call('POST', `/${staged.id}/answer`, {})).status).toBe(400)
  })
})
