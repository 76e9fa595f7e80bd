import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { askPayingDate, importsOf } from '../../orders/imports/testing/stage.ts'
import { calculate, giveOrder, putOrder, report } from '../../orders/posting/testing/orders.ts'
import type { Creator } from '../../orders/testing/contests.ts'
import { feeEarningsText, reportText } from '../../orders/testing/report-text.ts'
import { receiptOf } from '../../payouts/testing/receipts.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type SecondStage, setSecondStage, waits } from './testing/stage.ts'

const now = new Date('2026-11-22T12:00:00Z')
let app: TestApp
let stage: SecondStage
let ada: Creator
let bob: Creator
// By receipts from July on.
beforeAll(async () => {
  app = await startTestApp({
    clock: new ManualClock(new Date('2026-06-15T12:00:00Z')),
    env: { EARNINGS_RELEASE: 'receipt' },
  })
  app.clock.set(now)
  stage = await setSecondStage(app)
  await report(app.database.db, '2026-11-20')
})
afterAll(() => app.close())
/** Ada is paid by what is done here, and Bob, the only other admin, is not. */
beforeEach(async () => {
  await stage.run(`update users set role = 'user'`)
  ada = await stage.admin()
  bob = await stage.admin()
})

const reason = 'It is so'
const refused = { status: 403, body: { code: 'forbidden' } }
const leaves = ({ id }: Creator) => stage.run(`update users set role = 'user' where id = $1`, [id])
/** Each test has months of its own. */
const months = ['2026-07', '2026-08', '2026-09', '2026-10']
const newMonth = () => months.shift() ?? ''
async function earn(person: Creator, month: string): Promise<void> {
  const { db } = app.database
  const id = randomUUID()
  await putOrder(db, id, { cents: 1_000, date: `${month}-10` })
  await giveOrder(db, id, { person: { ...person, userId: person.id } })
  await calculate({ db, clock: app.clock.now })
}
const receive = (who: Creator, month: string, amount: number) =>
  stage.as(
    who,
    'POST',
    'receipts',
    receiptOf({ month, amount, received_on: '2026-11-21', reference: randomUUID() }),
  )
const release = (who: Creator, month: string) =>
  stage.as(who, 'POST', `months/us/${month}/release`, { how: 'platform', reason })
const releasedOf = async (month: string) => {
  const { items } = (await stage.as(ada, 'GET', 'receipts?year=2026')).body
  return items.find((one: { month: string }) => one.month === month).released
}

describe('what pays many at once (docs/product/admin.md#a-second-admin)', () => {
  it('is released by itself with what Amazon has paid, whoever recorded it', async () => {
    const month = newMonth()
    await earn(ada, month)
    expect((await receive(ada, month, 10)).status).toBe(201)
    expect(await releasedOf(month)).toMatchObject({ how: 'paid_in_full', by: null, by_itself: true })
  })

  it('is released with a shortfall by an admin whom it does not pay, one of two whom it pays, and a lone admin', async () => {
    const [both, month, alone] = [newMonth(), newMonth(), newMonth()]
    for (const person of [ada, bob]) await earn(person, both)
    await receive(ada, both, 19)
    expect(await release(ada, both)).toMatchObject({ status: 200 })
    await earn(ada, month)
    await receive(ada, month, 9)
    expect(await release(ada, month)).toMatchObject(refused)
    expect(await release(bob, month)).toMatchObject({ status: 200 })
    expect(await releasedOf(month)).toMatchObject({ how: 'platform', by: bob.username })
    await leaves(bob)
    await earn(ada, alone)
    expect(await release(ada, alone)).toMatchObject({ status: 200 })
  })

  it('is held for a month by anybody, and let go by whom it pays only with a second admin', async () => {
    const month = '2026-09'
    await earn(ada, month)
    const hold = async () => {
      const of = { kind: 'month', marketplace: 'us', month }
      return (await stage.as(ada, 'POST', 'holds', { of, reason })).body.id
    }
    const end = (who: Creator, id: string) => stage.as(who, 'POST', `holds/${id}/end`, { reason })
    const first = await hold()
    expect(await end(ada, first)).toMatchObject(waits)
    expect(await end(bob, first)).toMatchObject({ status: 200 })
    const second = await hold()
    const proposed = await stage.propose(ada, 'POST holds/:id/end', {
      params: { id: second },
      body: { reason },
    })
    expect(await stage.approve(bob, proposed)).toMatchObject({ status: 200 })
    const third = await hold()
    await leaves(bob)
    expect(await end(ada, third)).toMatchObject(waits)
  })

  it('is undone, of an import that has orders of theirs, by an admin whom it does not pay', async () => {
    const { shortLinkId } = await stage.give(ada, 'B0MANY0001')
    const row = { asin: 'B0MANY0001', sub_tag: shortLinkId }
    const imports = importsOf(app, ada)
    const add = async (order_item_id: string) => {
      const { id } = await imports.add(reportText([{ ...row, order_item_id }]), { apply: true })
      await stage.process(ada)
      return id
    }
    const [one, other] = [await add('many-1'), await add('many-2')]
    const undo = (who: Creator, id: string) => stage.as(who, 'POST', `imports/${id}/undo`, { reason })
    expect(await undo(ada, one)).toMatchObject(refused)
    expect(await undo(bob, one)).toMatchObject({ status: 200 })
    expect(await imports.settled(one)).toMatchObject({ undone: { by: bob.username } })
    await leaves(bob)
    expect(await undo(ada, other)).toMatchObject({ status: 200 })
    expect(await imports.settled(other)).toMatchObject({ undone: { by: ada.username } })
  })
})

describe('what an import asks (docs/product/admin.md#a-second-admin)', () => {
  const answer = (who: Creator, id: string, body: object) =>
    stage.as(who, 'POST', `imports/${id}/answer`, body)

  it('of a sale of theirs in two formats is answered by an admin whom it does not pay', async () => {
    await askPayingDate(app, bob, { marketplace: 'ca', starts_on: '2026-11-01' })
    const maya = await stage.creator()
    const imports = importsOf(app, ada)
    const [mine, hers] = [await stage.give(ada, 'B0MANY0002'), await stage.give(maya, 'B0MANY0003')]
    const sales = [
      { asin: 'B0MANY0002', link: mine.shortLinkId },
      { asin: 'B0MANY0003', link: hers.shortLinkId },
    ]
    const ordered = sales.map(({ asin, link }) => ({
      ...{ order_item_id: `many-${asin}`, order_date: '2026-10-30', commission_amount: '8.00' },
      ...{ asin, sub_tag: link },
    }))
    await imports.add(reportText(ordered), { marketplace: 'ca', apply: true })
    const shipped = sales.map(({ asin, link }) => ({
      ...{ ASIN: asin, 'Date Shipped': '2026-11-02', 'Ad Fees($)': '8.00', 'Sub Tag': link },
    }))
    const { id, question, preview } = await imports.add(feeEarningsText(shipped), { marketplace: 'ca' })
    const reasons = question?.kind === 'confirmation' ? question.reasons : []
    const all = {
      confirm: reasons.map(({ kind, rows, commission }) => ({
        ...{ kind, rows, commission, choice: 'two_sales' },
      })),
    }
    // Nobody has been matched yet: the sub tags say whose they are.
    expect(await answer(ada, id, all)).toMatchObject(refused)
    const one = (asin: string) => {
      const duplicate = preview?.duplicates?.find((pair) => pair.asin === asin)
      const { order_item_id, fee_item_id } = duplicate ?? {}
      return { duplicates: [{ order_item_id, fee_item_id, choice: 'two_sales' }] }
    }
    expect(await answer(ada, id, one('B0MANY0002'))).toMatchObject(refused)
    expect(await answer(ada, id, one('B0MANY0003'))).toMatchObject({ status: 200 })
    expect(await answer(bob, id, one('B0MANY0002'))).toMatchObject({ status: 200 })
    expect(await imports.merge(id)).toMatchObject({ state: 'merged' })
  })

  it('of a return of theirs that is reported again is answered so, too, and by a lone admin', async () => {
    const { shortLinkId } = await stage.give(ada, 'B0MANY0004')
    const imports = importsOf(app, ada)
    const bought = {
      ...{ order_item_id: 'many-again', asin: 'B0MANY0004', sub_tag: shortLinkId },
      ...{ quantity: 2, commission_amount: '10.00' },
    }
    const back = (amount: string, order_date: string) => ({
      ...{ ...bought, quantity: -1, commission_amount: `-${amount}`, order_date },
    })
    const as_of = (hour: number) => ({ report_as_of: new Date(Date.UTC(2026, 10, 10, hour)).toISOString() })
    await imports.add(reportText([bought]), { ...as_of(1), apply: true })
    await imports.add(reportText([back('5.00', '2026-11-05')]), { ...as_of(2), apply: true })
    const { id, preview } = await imports.add(reportText([bought, back('4.50', '2026-11-06')]), as_of(4))
    const returns = preview?.retold_returns?.map((one) => ({ id: one.id, choice: 'same_return' }))
    expect(await answer(ada, id, { returns })).toMatchObject(refused)
    await leaves(bob)
    expect(await answer(ada, id, { returns })).toMatchObject({ status: 200 })
  })
})
