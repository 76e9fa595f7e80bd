import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../../tests/harness/people.ts'
import { findingsAt } from '../../testing/findings.ts'
import { reportText, type TextRow } from '../../testing/report-text.ts'
import type { Doubt } from '../contract.ts'
import { auditOf, type Imports, importsOf, ordersIn, reasonsOf } from '../testing/stage.ts'

let app: TestApp
let admin: Person
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await findingsAt(app)).toEqual([])
})

let n = 0
/** Each test has an order of its own. */
let order = ''
beforeEach(() => {
  n += 1
  order = `again-${n}`
})

const bought = (cells: TextRow = {}): TextRow => ({
  order_item_id: order,
  product_title: 'A mug',
  quantity: 2,
  commission_amount: '10.00',
  ...cells,
})
/** A row of a return, with negative numbers. */
const back = (amount: string, day = '2026-11-05', cells: TextRow = {}): TextRow =>
  bought({ quantity: -1, commission_amount: `-${amount}`, order_date: day, ...cells })

const at = (hour: number) => new Date(Date.UTC(2026, 10, 10, hour)).toISOString()
const stage = (hour: number, rows: TextRow[]) => imports.add(reportText(rows), { report_as_of: at(hour) })
/** Merges a report as of an hour that asks nothing. */
const add = async (hour: number, rows: TextRow[]) => {
  const staged = await stage(hour, rows)
  expect(reasonsOf(staged)).toEqual([])
  return imports.merge(staged.id)
}
type Choice = 'same_return' | 'another_return'
const now = async () => {
  const known = (await ordersIn(app))[order]
  return known && `${known.status} ${known.cents}${known.waiting > 0 ? `, ${known.waiting} waits` : ''}`
}
/** Stages the question: of $10, $5 came back on 5 November; a report of the fourth hour has $4.50 on the day after. */
async function stageReportedAgain(rows = [bought(), back('4.50', '2026-11-06')]) {
  await add(1, [bought()])
  await add(2, [back('5.00')])
  return stage(4, rows)
}

describe('a return that is reported again with another amount or day (decision 39)', () => {
  it.each([
    ['the same return, reported again', 'same_return', 'shipped 550'],
    ['another return', 'another_return', 'shipped 50'],
  ] as const)('is %s, once an admin has said so', async (_, choice, after) => {
    const asked = await stageReportedAgain()
    expect(reasonsOf(asked)).toEqual([
      {
        kind: 'retold_returns',
        rows: 1,
        commission: 4.5,
        message:
          '1 return, $4.50, may be in an earlier report with another day or amount. Is it the same return, reported again, or another return?',
        examples: [`${order}: $5.00 on 2026-11-05 before, $4.50 on 2026-11-06 now`],
        choices: ['same_return', 'another_return'],
      },
    ])
    expect(asked.preview?.retold_returns).toEqual([
      {
        id: expect.any(String),
        order_item_id: order,
        asin: expect.any(String),
        product_title: 'A mug',
        earlier: { day: '2026-11-05', pieces: 1, commission: 5 },
        later: { day: '2026-11-06', pieces: 1, commission: 4.5 },
      },
    ])
    expect(await imports.call('POST', `/${asked.id}/merge`)).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required' },
    })
    // It cannot be confirmed without a choice.
    const unsaid = { confirm: [{ kind: 'retold_returns', rows: 1, commission: 4.5 }] }
    expect((await imports.call('POST', `/${asked.id}/answer`, unsaid)).status).toBe(409)
    expect(await now()).toBe('shipped 500')

    const merged = await imports.choose(asked, choice)
    expect(merged).toMatchObject({
      state: 'merged',
      choices: [{ kind: 'retold_returns', rows: 1, commission: 4.5, choice, by: admin.username }],
    })
    expect(await now()).toBe(after)
    // A later report with the same return, or with both, asks nothing. Both in the newest report are two returns.
    const retitled = bought({ product_title: 'The mug' })
    await add(5, [retitled, back('4.50', '2026-11-06')])
    expect(await now()).toBe(after)
    await add(6, [retitled, back('4.50', '2026-11-06'), back('5.00')])
    expect(await now()).toBe('shipped 50')
  })

  it('makes amazon-import, which cannot choose, refuse the file, and can be answered later', async () => {
    await add(1, [bought()])
    await add(2, [back('5.00')])
    const csvData = reportText([bought(), back('4.50')])
    const { status, body } = await app.request('POST', '/functions/v1/amazon-import', {
      token: admin.token,
      body: { csvData },
    })
    expect([status, body.code]).toEqual([409, 'confirmation_required'])
    expect(body.details.reasons.map(({ kind }: Doubt) => kind)).toEqual(['retold_returns'])
    expect(await now()).toBe('shipped 500')
    await imports.choose((await imports.call('GET', `/${body.details.import_id}`)).body, 'same_return')
    expect(await now()).toBe('shipped 550')
  })

  it('counts as the newest report has it, whichever is imported first', async () => {
    await add(1, [bought()])
    await add(4, [back('4.50', '2026-11-06')])
    const older = await stage(2, [back('5.00')])
    await imports.choose(older, 'same_return')
    expect(await now()).toBe('shipped 550')
    // The newest report has it as it was at first.
    await add(7, [back('5.00', '2026-11-05', { product_title: 'The mug' })])
    expect(await now()).toBe('shipped 500')
  })

  it('counts beside the other again once its import is undone, and is asked about again when the file comes again', async () => {
    const first = await imports.choose(await stageReportedAgain(), 'same_return')
    await imports.undo(first.id)
    expect(await now()).toBe('shipped 500')
    const again = await stage(4, [bought(), back('4.50', '2026-11-06')])
    expect(reasonsOf(again)).toMatchObject([{ kind: 'retold_returns' }])
    await imports.choose(again, 'another_return')
    expect(await now()).toBe('shipped 50')
  })

  it('reported a third time is one with both, also after the second import is undone', async () => {
    const second = await imports.choose(await stageReportedAgain(), 'same_return')
    const third = await stage(5, [bought(), back('4.00', '2026-11-06')])
    expect(reasonsOf(third)).toMatchObject([
      { rows: 1, examples: [`${order}: $4.50 on 2026-11-06 before, $4.00 on 2026-11-06 now`] },
    ])
    await imports.choose(third, 'same_return')
    expect(await now()).toBe('shipped 600')
    await imports.undo(second.id)
    expect(await now()).toBe('shipped 600')
  })

  it('is asked about in pairs that differ least, and each pair can be answered by itself', async () => {
    await add(1, [bought({ quantity: 4, commission_amount: '20.00' })])
    await add(2, [back('5.00', '2026-11-05'), back('2.00', '2026-11-07')])
    const asked = await stage(3, [
      bought({ quantity: 4, commission_amount: '20.00' }),
      back('2.00', '2026-11-08'),
      back('1.00', '2026-11-05'),
      back('3.00', '2026-11-09'),
    ])
    expect(reasonsOf(asked)).toMatchObject([
      {
        rows: 2,
        commission: 3,
        examples: [
          `${order}: $5.00 on 2026-11-05 before, $1.00 on 2026-11-05 now`,
          `${order}: $2.00 on 2026-11-07 before, $2.00 on 2026-11-08 now`,
        ],
      },
    ])
    const [one, other] = asked.preview?.retold_returns ?? []
    const say = (id: string | undefined, choice: Choice) =>
      imports.call('POST', `/${asked.id}/answer`, { returns: [{ id, choice }] })
    const { body } = await say(one?.id, 'same_return')
    expect(reasonsOf(body)).toMatchObject([{ kind: 'retold_returns', rows: 1, commission: 2 }])
    expect((await say(one?.id, 'another_return')).status).toBe(409)
    // Then the earlier return may be the third one of the file.
    const { body: rest } = await say(other?.id, 'another_return')
    expect(reasonsOf(rest)).toMatchObject([{ kind: 'retold_returns', rows: 1, commission: 3 }])
    expect(await auditOf(app, admin)).toContainEqual(
      expect.objectContaining({
        action: 'returns.decide',
        subject: asked.id,
        details: { decided: [{ id: one?.id, choice: 'same_return' }] },
      }),
    )
    await imports.choose(rest, 'another_return')
    // $1 for $5, $2 twice, and $3.
    expect(await now()).toBe('shipped 1200')
  })

  it('is answered for one import alone: another waiting import asks the same as before, until the first is merged', async () => {
    const [mugs, onSixth] = [bought({ quantity: 4, commission_amount: '20.00' }), '2026-11-06']
    await add(1, [mugs])
    await add(2, [back('5.00')])
    const first = await stage(4, [mugs, back('4.50', onSixth)])
    const second = await stage(5, [mugs, back('4.00', onSixth)])
    const asks = async ({ id }: { id: string }) => (await imports.call('GET', `/${id}`)).body
    const answer = async (asked: typeof first, choice: Choice) => {
      const [one] = asked.preview?.retold_returns ?? []
      const said = { returns: [{ id: one?.id, choice }] }
      expect((await imports.call('POST', `/${asked.id}/answer`, said)).status).toBe(200)
    }
    await answer(first, 'same_return')
    expect(await asks(second)).toEqual(second)
    expect(await now()).toBe('shipped 1500')

    // The preview of the other import is renewed when the first one is merged.
    await imports.merge(first.id)
    expect(await now()).toBe('shipped 1550')
    const renewed = await asks(second)
    expect(renewed.preview.retold_returns).toMatchObject([
      { earlier: { day: onSixth, commission: 4.5 }, later: { day: onSixth, commission: 4 } },
    ])
    // The question that was asked before can no longer be answered.
    const [before] = second.preview?.retold_returns ?? []
    expect(
      await imports.call('POST', `/${second.id}/answer`, {
        returns: [{ id: before?.id, choice: 'another_return' }],
      }),
    ).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await answer(renewed, 'another_return')
    await imports.merge(second.id)
    expect(await now()).toBe('shipped 1150')
  })

  it('is another return together with all others of its file', async () => {
    await add(1, [bought()])
    await add(2, [back('5.00')])
    const asked = await stage(3, [back('2.00'), back('1.00', '2026-11-06')])
    expect(reasonsOf(asked)).toMatchObject([{ rows: 1, commission: 2 }])
    expect(await imports.choose(asked, 'another_return')).toMatchObject({ state: 'merged', question: null })
    expect(await now()).toBe('shipped 200')
  })

  it('of all pieces follows the newest report, as any status does, and is not asked about', async () => {
    const returned = (commission_amount: string, cells: TextRow = {}) =>
      bought({ order_status: 'returned', commission_amount, ...cells })
    await add(1, [bought()])
    await add(2, [returned('10.00')])
    await add(3, [returned('0.00', { order_date: '2026-11-06' })])
    expect(await now()).toMatch(/^returned /)
    // A return of fewer pieces is asked about.
    order = `${order}-part`
    await add(4, [bought()])
    await add(5, [returned('4.00', { quantity: 1 })])
    expect(reasonsOf(await stage(6, [returned('3.00', { quantity: 1 })]))).toMatchObject([
      { kind: 'retold_returns', rows: 1, commission: 3 },
    ])
  })

  it('of more than was bought, together with the earlier one, is confirmed by saying that it is the same', async () => {
    const asked = await stageReportedAgain([back('6.00')])
    expect(reasonsOf(asked).map(({ kind }) => kind)).toEqual(['unclear_returns', 'retold_returns'])
    expect(await imports.choose(asked, 'same_return')).toMatchObject({ state: 'merged', question: null })
    expect(await now()).toBe('shipped 400')
  })

  it('waits with its newest amount while no report has its purchase', async () => {
    await add(1, [back('5.00')])
    await imports.choose(await stage(2, [back('4.50')]), 'same_return')
    expect(await now()).toBe('returned 0, 450 waits')
  })
})
