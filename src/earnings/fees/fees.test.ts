import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { proveAddress, signInAgain } from '../../../tests/harness/people.ts'
import { type SecondStage, setSecondStage, waits } from '../../audit/second/testing/stage.ts'
import { calculate, giveOrder, newOrderId, putOrder, rowsOf } from '../../orders/posting/testing/orders.ts'
import type { Creator } from '../../orders/testing/contests.ts'
import { ManualClock } from '../../platform/clock.ts'
import { verify } from '../../platform/verification.ts'
import { addDays, dayMs } from '../../shared/time.ts'
import { earningsChecks } from '../proof/verify.ts'

let app: TestApp
let smtp: FakeSmtp
let stage: SecondStage
let ada: Creator
let bob: Creator
/** Noon in Los Angeles. */
const clock = new ManualClock(new Date('2026-11-10T20:00:00Z'))
const today = () => clock.now().toISOString().slice(0, 10)
const in_ = (days: number) => addDays(today(), days)
const reason = 'Costs have changed'

beforeAll(async () => {
  smtp = await startFakeSmtp()
  app = await startTestApp({ jobs: true, clock, env: { SMTP_URL: smtp.url } })
  stage = await setSecondStage(app)
  ada = await stage.admin()
  bob = await stage.admin()
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const general = (who: Creator, fee_bps: number, from: string, key?: string) =>
  stage.as(who, 'POST', 'fees', { fee_bps, from, reason }, key)
const own = (who: Creator, whose: Creator, fee_bps: number | null, from: string) =>
  stage.as(who, 'POST', `payees/${whose.payeeId}/fees`, { fee_bps, from, reason })
const takeBack = (who: Creator, { body }: { body: { id: string } }) =>
  stage.as(who, 'POST', `fees/${body.id}/take-back`, { reason: 'A slip' })
const feeOf = async (who: Creator) => (await app.request('GET', '/api/v1/me/fee', { token: who.token })).body
const pass = async (days: number, ...people: Creator[]) => {
  clock.advance(days * dayMs)
  for (const person of [ada, bob, ...people]) person.token = (await signInAgain(app, person)).access_token
}
/** An order of ten dollars of a day, posted: what the platform keeps of it, and its id. */
async function keptOf(creator: Creator, date: string): Promise<number> {
  const id = newOrderId()
  await putOrder(app.database.db, id, { cents: 1_000, date })
  await giveOrder(app.database.db, id, { person: { ...creator, userId: creator.id } })
  await calculate({ db: app.database.db, clock: clock.now })
  const [row] = await rowsOf(app.database.db, id)
  return row?.platform_fee_cents ?? Number.NaN
}

describe('the fee (docs/product/ledger.md#the-fee)', () => {
  it('is that of an order’s day, whenever it is posted, and a creator’s own comes first', async () => {
    const [maya, theo] = [await stage.creator(), await stage.creator()]
    const [ordinary, special] = [in_(1), in_(2)]
    expect(await general(ada, 3_000, ordinary)).toMatchObject({ status: 201, body: { state: 'coming' } })
    expect(await own(ada, maya, 500, special)).toMatchObject({
      status: 201,
      body: { creator: { username: maya.username }, fee_bps: 500, from: special, state: 'coming' },
    })
    expect(await feeOf(maya)).toEqual({
      ...{ fee_bps: 2_000, from: null, is_own: false },
      coming: [
        { fee_bps: 3_000, from: ordinary },
        { fee_bps: 500, from: special },
      ],
    })
    await pass(40, maya, theo)
    expect(await feeOf(maya)).toEqual({ fee_bps: 500, from: special, is_own: true, coming: [] })
    expect(await feeOf(theo)).toEqual({ fee_bps: 3_000, from: ordinary, is_own: false, coming: [] })
    for (const [day, ofMaya, ofTheo] of [
      [addDays(ordinary, -1), 200, 200],
      [ordinary, 300, 300],
      [special, 50, 300],
    ] as const)
      expect([day, await keptOf(maya, day), await keptOf(theo, day)]).toEqual([day, ofMaya, ofTheo])
    // Ended, everybody's is theirs again; an order keeps its own.
    expect(await own(ada, maya, null, in_(1))).toMatchObject({ status: 201, body: { fee_bps: null } })
    await pass(3)
    expect([await keptOf(maya, addDays(today(), -3)), await keptOf(maya, today())]).toEqual([50, 300])
    expect(
      await verify({ db: app.database.db, clock: clock.now, actor: null }, [earningsChecks], () => {}),
    ).toBe(0)
  })

  it('is told before it begins, and so is what was taken back', async () => {
    const [maya, unearned] = [await stage.creator(), await stage.creator()]
    for (const creator of [maya, unearned]) await proveAddress(app, creator)
    await keptOf(maya, today())
    const set = await own(ada, maya, 1_250, in_(5))
    const mail = await smtp.mailTo(maya.email)
    expect(mail.subject).toBe('Your fee will be 12.5 % · Folio')
    expect(mail.text).toContain(`ship from ${in_(5)} on, Folio keeps 12.5 % of the commission.`)
    expect(await takeBack(ada, set)).toMatchObject({ status: 200, body: { state: 'taken_back' } })
    expect((await smtp.mailTo(maya.email)).subject).toBe('Your fee stays as it is · Folio')
    expect(await takeBack(ada, set)).toMatchObject({ status: 409 })
    expect((await feeOf(maya)).coming).toEqual([])
    // The day is free again.
    expect(await own(ada, maya, 1_300, in_(5))).toMatchObject({ status: 201 })
  })

  it('never begins today or before, over a year away, or twice on a day; sent again it is set once', async () => {
    const creator = await stage.creator()
    for (const from of [today(), in_(-1), in_(400)])
      expect(await own(ada, creator, 100, from)).toMatchObject({
        ...{ status: 400, body: { code: 'validation_failed', details: { problems: [{ path: 'from' }] } } },
      })
    expect(await own(ada, creator, 100, in_(3))).toMatchObject({ status: 201 })
    expect(await own(ada, creator, 200, in_(3))).toMatchObject({
      status: 400,
      body: { details: { problems: [{ path: 'from' }] } },
    })
    const key = randomUUID()
    const [one, again] = [await general(ada, 900, in_(200), key), await general(ada, 900, in_(200), key)]
    expect(again.body.id).toBe(one.body.id)
    expect(await takeBack(ada, one)).toMatchObject({ status: 200 })
    expect(
      await stage.as(ada, 'POST', `payees/${one.body.id}/fees`, { fee_bps: 1, from: in_(1), reason }),
    ).toMatchObject({
      status: 404,
    })
    for (const fee_bps of [-1, 10_001, 0.5, null])
      expect(await stage.as(ada, 'POST', 'fees', { fee_bps, from: in_(1), reason })).toMatchObject({
        status: 400,
      })
  })

  it('that has begun is not taken back, also not by a statement', async () => {
    const set = await own(ada, await stage.creator(), 100, in_(1))
    await pass(2)
    expect(await takeBack(ada, set)).toMatchObject({ status: 409 })
    const change = (what: string) =>
      app.database.pool.query(`update platform_fees set ${what} where id = $1`, [set.body.id])
    await expect(change(`taken_back_on = '${today()}', taken_back_at = now()`)).rejects.toThrow(
      'platform_fees_taken_back_before',
    )
    await expect(change('fee_bps = 1')).rejects.toThrow()
    const backwards = app.database.pool.query(
      `insert into platform_fees (fee_bps, from_day, set_on, set_at, reason) values (1, $1, $1, now(), 'x')`,
      [today()],
    )
    await expect(backwards).rejects.toThrow('platform_fees_never_backwards')
  })

  it('of an admin themselves takes a second one, and everybody’s another while one comes whom it does not pay', async () => {
    expect(await own(ada, ada, 0, in_(1))).toMatchObject(waits)
    const asked = { params: { id: ada.payeeId }, body: { fee_bps: 0, from: in_(1), reason } }
    const proposed = await stage.propose(ada, 'POST payees/:id/fees', asked)
    expect(await stage.approve(bob, proposed)).toMatchObject({ status: 200 })
    expect((await feeOf(ada)).coming).toMatchObject([{ fee_bps: 0, from: in_(1) }])
    // Both have everybody's, and one of them has earned.
    const [carl, dora] = [await stage.admin(), await stage.admin()]
    await keptOf(carl, today())
    expect(await general(carl, 100, in_(20))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const set = await general(dora, 100, in_(20))
    expect(set).toMatchObject({ status: 201 })
    expect(await takeBack(carl, set)).toMatchObject({ status: 403 })
    expect(await takeBack(dora, set)).toMatchObject({ status: 200 })
  })

  it('lists what was set, and is nobody’s but admins’ to see', async () => {
    const maya = await stage.creator()
    await own(ada, maya, 700, in_(4))
    const list = (query: string, who = ada) => stage.as(who, 'GET', `fees${query}`)
    expect((await list(`?payee_id=${maya.payeeId}`)).body.items).toMatchObject([
      { creator: { username: maya.username }, fee_bps: 700, reason, set_by: ada.username, state: 'coming' },
    ])
    expect((await list('')).body.items.at(-1)).toMatchObject({
      creator: null,
      from: null,
      set_by: null,
      reason: null,
    })
    expect((await list('?of=creators')).body.items[0]).toMatchObject({ creator: { username: maya.username } })
    expect(await list('', maya)).toMatchObject({ status: 404 })
    const { body } = await stage.as(ada, 'GET', 'audit')
    expect(body.items[0]).toMatchObject({
      action: 'fee.set',
      details: { fee_bps: 700, from: in_(4), reason },
    })
  })
})
