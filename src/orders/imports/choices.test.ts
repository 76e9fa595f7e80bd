import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { findingsAt } from '../testing/findings.ts'
import { reportText, type TextRow } from '../testing/report-text.ts'
import type { Doubt } from './contract.ts'
import { auditOf, type Imports, importsOf, ordersIn, reasonsOf } from './testing/stage.ts'

let app: TestApp
let ana: Person
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  ana = await signUpAdmin(app)
  imports = importsOf(app, ana)
})
afterAll(() => app.close())

/** Imports a report that is newer than those before it. */
const add = async (text: string, query: Record<string, string | boolean> = {}) => {
  app.clock.advance(1_000)
  return imports.add(text, query)
}
/** Imports a report, and answers all its questions alike. */
const importAnswered = async (
  rows: TextRow[],
  choice: 'once' | 'each',
  query: Record<string, string | boolean> = {},
) => {
  const asked = await add(reportText(rows), query)
  const staged = asked.state === 'question' ? await imports.choose(asked, choice) : asked
  return imports.merge(staged.id)
}
/** What is owed for the orders of an id that count, by product and sub tag. */
const owed = async (id: string) =>
  Object.entries(await ordersIn(app))
    .filter(([item, order]) => order !== null && (item === id || item.startsWith(`${id}~`)))
    .map(([item, order]) => [order?.asin, order?.sub_tag, order?.cents, item === id] as const)
    .sort((a, b) => `${a}`.localeCompare(`${b}`))
const proven = async () => expect(await findingsAt(app)).toEqual([])

const [mug, pan] = ['B0C7KQ4T2M', 'B000000002']

describe('an id that a spreadsheet destroyed (decision 33)', () => {
  it.each(['1.11235E+16', '1.11235e+16', '1,11235E+16', ' 1.11235E + 16 ', '1.11235E16', '1E+16'])(
    '%s is refused by name, and the other rows are imported',
    async (order_item_id) => {
      const batch = await add(reportText([{ order_item_id }, { order_item_id: `whole-${order_item_id}x` }]), {
        apply: true,
      })
      expect(batch).toMatchObject({ state: 'merged', imported: 1, failed: 1 })
      expect(batch.errors).toEqual([
        {
          line: 2,
          order_item_id: order_item_id.trim(),
          column: 'order_item_id',
          message: `A spreadsheet has turned this id into the number “${order_item_id.trim()}”, and its last digits are lost. Download the report again and import that file as it is; or open it in the spreadsheet with this column as text.`,
        },
      ])
    },
  )

  it('is not recognized in an id that only looks a little like it', async () => {
    const ids = ['1E16', '12e4', 'E+16', '112-1E+16', '0.5', 'x1.5E+3']
    expect(
      await add(reportText(ids.map((order_item_id) => ({ order_item_id }))), { apply: true }),
    ).toMatchObject({
      imported: ids.length,
      failed: 0,
    })
  })
})

describe('equal rows of one id (decision 33)', () => {
  const same = { product_title: 'A mug', commission_amount: '8.00', sub_tag: 'anas' }
  const rows = (id: string) => [
    { ...same, order_item_id: id },
    { ...same, order_item_id: id },
  ]

  it('are asked about, once or each, and nothing is imported before that', async () => {
    const asked = await add(reportText(rows('e-1')), { apply: true })
    expect(asked).toMatchObject({ state: 'question', imported: 0 })
    expect(reasonsOf(asked)).toEqual([
      {
        kind: 'repeated_rows',
        rows: 1,
        commission: 8,
        message: '1 row is equal to an earlier one of the same id, for $8.00. Does it count once, or each?',
        examples: ['e-1: 2 equal rows, $8.00 each'],
        choices: ['once', 'each'],
      },
    ])
    expect(await owed('e-1')).toEqual([])
    const refused = await imports.call('POST', `/${asked.id}/merge`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'confirmation_required' } })
    // Without a choice, and with one that the question does not have.
    const [{ kind, rows: asked_rows, commission }] = reasonsOf(asked) as [Doubt]
    const plain = { kind, rows: asked_rows, commission }
    expect((await imports.call('POST', `/${asked.id}/answer`, { confirm: [plain] })).status).toBe(409)
    const odd = { confirm: [{ ...plain, choice: 'twice' }] }
    expect((await imports.call('POST', `/${asked.id}/answer`, odd)).status).toBe(400)
    expect((await imports.call('POST', `/${asked.id}/answer`, { date_order: 'day_first' })).status).toBe(409)
  })

  it.each([
    ['once', 800, { imported: 1, failed: 1, combined: 0 }],
    ['each', 1600, { imported: 1, failed: 0, combined: 1 }],
  ] as const)(
    'count %s when an admin says so, which is stored with the import',
    async (choice, cents, counts) => {
      const id = `e-${choice}`
      const batch = await importAnswered(rows(id), choice)
      expect(batch).toMatchObject({ state: 'merged', total: 2, ...counts })
      expect(await owed(id)).toEqual([[mug, 'anas', cents, true]])
      expect(batch.choices).toEqual([
        { kind: 'repeated_rows', rows: 1, commission: 8, choice, by: ana.username, at: expect.any(String) },
      ])
      expect(
        (await auditOf(app, ana)).find(
          ({ action, subject }) => action === 'import.answer' && subject === batch.id,
        ),
      ).toMatchObject({ details: { chosen: [{ kind: 'repeated_rows', rows: 1, commission: 8, choice }] } })
      await proven()
    },
  )
})

describe('rows of one id that differ in product or sub tag (decision 33)', () => {
  const rows = (order_item_id: string) => [
    { order_item_id, asin: pan, product_title: 'A pan', commission_amount: '3.00', sub_tag: 'bens' },
    { order_item_id, asin: mug, product_title: 'A mug', commission_amount: '8.00', sub_tag: 'anas' },
  ]

  it('are asked about, with their money', async () => {
    const asked = await add(reportText(rows('d-1')))
    expect(reasonsOf(asked)).toEqual([
      {
        kind: 'differing_rows',
        rows: 2,
        commission: 11,
        message:
          '1 id has rows of different products or sub tags: 2 rows, $11.00. Is it one order item, counted once, or is each its own?',
        examples: [`d-1: ${pan} bens $3.00, ${mug} anas $8.00`],
        choices: ['once', 'each'],
      },
    ])
  })

  it('counted once are one item, of the product with the most money, wherever its row stands', async () => {
    for (const [id, reported_rows] of [
      ['d-2', rows('d-2')],
      ['d-3', rows('d-3').toReversed()],
    ] as const) {
      expect(await importAnswered(reported_rows, 'once')).toMatchObject({ imported: 1, combined: 1 })
      expect(await owed(id)).toEqual([[mug, 'anas', 1100, true]])
    }
    await proven()
  })

  it('counted each are items with ids of their own, the same in any order of rows', async () => {
    const split = [
      [pan, 'bens', 300, false],
      [mug, 'anas', 800, false],
    ]
    expect(await importAnswered(rows('d-4'), 'each')).toMatchObject({ imported: 2, combined: 0 })
    expect(await owed('d-4')).toEqual(split)
    const before = await ordersIn(app)
    expect(await importAnswered(rows('d-4').toReversed(), 'each')).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: 2,
    })
    expect(await ordersIn(app)).toEqual(before)
    await proven()
  })

  it('are never owed beside a report that has the whole id, earlier or later; undoing that brings them back', async () => {
    const whole = (commission_amount: string) => [
      { order_item_id: 'd-5', asin: mug, commission_amount, sub_tag: 'anas' },
    ]
    const split = [
      [pan, 'bens', 300, false],
      [mug, 'anas', 800, false],
    ]
    const earlier = app.clock.now().toISOString()
    await importAnswered(whole('11.00'), 'once')
    const each = await importAnswered(rows('d-5'), 'each')
    expect(await owed('d-5')).toEqual(split)
    await proven()
    const later = await importAnswered(whole('12.00'), 'once')
    expect(await owed('d-5')).toEqual([[mug, 'anas', 1200, true]])
    await proven()
    await imports.undo(later.id)
    expect(await owed('d-5')).toEqual(split)
    // An older report that comes later changes nothing.
    await importAnswered(whole('13.00'), 'once', { report_as_of: earlier })
    expect(await owed('d-5')).toEqual(split)
    await imports.undo(each.id)
    expect(await owed('d-5')).toEqual([[mug, 'anas', 1100, true]])
    await proven()
  })
})

describe('amazon-import, which cannot ask', () => {
  it('merges nothing and answers the import’s id, with which an admin then chooses', async () => {
    const before = await ordersIn(app)
    const row = { order_item_id: 'f-1', product_title: 'A mug' }
    app.clock.advance(1_000)
    const { status, body } = await app.request('POST', '/functions/v1/amazon-import', {
      token: ana.token,
      body: { csvData: reportText([row, row]) },
    })
    expect([status, body.code]).toEqual([409, 'confirmation_required'])
    expect(await ordersIn(app)).toEqual(before)
    const asked = (await imports.call('GET', `/${body.details.import_id}`)).body
    expect(await imports.choose(asked, 'once')).toMatchObject({ state: 'merged', imported: 1, failed: 1 })
  })
})
