import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { proveAddress, signInAgain } from '../../../tests/harness/people.ts'
import { earningsChecks } from '../../earnings/index.ts'
import { post } from '../../earnings/testing/ledger.ts'
import { seenBy } from '../../orders/proof/testing/tampering.ts'
import { verify } from '../../platform/verification.ts'
import { dayMs } from '../../shared/time.ts'
import { createPayoutKey } from '../details/payout-key.ts'
import { maintainClaims } from '../leaving/service.ts'
import { payoutChecks } from '../proof/verify.ts'
import { ageDetails } from '../testing/age-details.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'

const now = new Date('2026-11-26T12:00:00Z')
const payoutKey = Buffer.alloc(32, 7)
const key = createPayoutKey({ dataDir: '/none', payouts: { key: payoutKey, minimumCents: 1_000 } })
let app: TestApp
let smtp: FakeSmtp
let stage: PayoutStage
beforeAll(async () => {
  smtp = await startFakeSmtp()
  app = await startTestApp({
    jobs: true,
    env: { PAYOUT_KEY: payoutKey.toString('base64'), SMTP_URL: smtp.url },
  })
  stage = await setPayoutStage(app, now)
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
beforeEach(async () => {
  await later(0)
  await stage.beginAnew()
})

const reason = 'As agreed'
const own = () => ({ db: app.database.db, clock: app.clock.now, actor: null })
const tend = () => maintainClaims(own(), { reportTimeZone: 'UTC', key })
/** Lets days pass, and the admin sign in again. */
async function later(days: number) {
  app.clock.set(new Date(now.getTime() + days * dayMs))
  stage.ada.token = (await signInAgain(app, stage.ada)).access_token
}
const balanceOf = async (name: string) => (await stage.as(stage.ada, 'GET', `balances/${name}`)).body
const adjust = (username: string, amount: number, by = stage.ada) =>
  stage.as(by, 'POST', 'adjustments', { username, amount, reason })
const debtsOf = async ({ payeeId }: { payeeId: string }) =>
  (await stage.as(stage.ada, 'GET', `payees/${payeeId}/debts`)).body.items
const writeOff = (payeeId: string, amount: number, by = stage.ada) =>
  stage.as(by, 'POST', `payees/${payeeId}/write-off`, { amount, reason })
const answer = (of: Payee, left: { payeeId: string }, is_theirs: boolean, by = stage.ada) =>
  stage.as(by, 'POST', `payees/${of.payeeId}/debts`, {
    former_id: left.payeeId,
    is_theirs,
    amount: 24,
    reason,
  })

/** Somebody who leaves with nothing, and owes 24 dollars since a return came. Returns what they are called, too. */
async function debtor(account?: string) {
  const maya = await stage.payee(1_000, account ? { account } : {})
  await post(app, maya, [{ gross: 2_000, at: app.clock.now() }])
  const body = { username: maya.username, password: maya.password }
  await app.request('DELETE', '/api/v1/me', { token: maya.token, body })
  const [{ number }] = await stage.run('select number::int from former_payees where payee_id = $1', [
    maya.payeeId,
  ])
  await post(app, maya, [{ gross: -6_000, at: app.clock.now() }])
  return { ...maya, name: `#${number}`, path: `%23${number}`, number }
}

/** Signs up under an address, and says where to be paid. */
async function comeBack(
  email: string,
  { cents = 5_000, account = 'other@pay.example' } = {},
): Promise<Payee> {
  const password = 'correct horse'
  const data = { first_name: 'Maya', last_name: 'Okafor' }
  const { body } = await app.request('POST', '/auth/v1/signup', { body: { email, password, data } })
  const person = { id: body.user.id, token: body.access_token, email, password }
  await proveAddress(app, person as never)
  const [{ id: payeeId, username }] = await stage.run(
    'select y.id, p.username from payees y join profiles p on p.id = y.user_id where y.user_id = $1',
    [person.id],
  )
  await post(app, { payeeId }, [{ gross: cents, at: app.clock.now(), availableOn: '2026-11-01' }])
  const details = { method: 'paypal', account, legal_name: 'Maya Okafor', country: 'DE', password }
  await app.request('PUT', '/api/v1/me/payout-details', { token: person.token, body: details })
  await ageDetails(app.database, 8, payeeId)
  return { ...person, payeeId, username } as Payee
}
const whyNot = async ({ payeeId }: { payeeId: string }) =>
  (await stage.due()).not_due.find((one: { payee_id: string }) => one.payee_id === payeeId)
/** The mails to somebody about debts that followed them. */
const mailsTo = (email: string) =>
  smtp.mails
    .filter(
      ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('A debt of a deleted account'),
    )
    .map(({ text = '' }) => text.replaceAll(/\s+/g, ' '))
const told = (email: string, ...words: string[]) =>
  expect.poll(() => mailsTo(email).some((text) => words.every((word) => text.includes(word)))).toBe(true)
const proven = () =>
  verify(own(), [earningsChecks, payoutChecks({ key, reportTimeZone: 'UTC' })], () => undefined)

describe('a former payee (docs/product/payouts.md#leaving-with-money)', () => {
  it('is held, adjusted and looked at by its number, and listed with it', async () => {
    const maya = await debtor()
    expect(await balanceOf(maya.path)).toMatchObject({
      creator: { payee_id: maya.payeeId, username: null, former: { number: maya.number } },
      ...{ available: -24, why_not_due: 'negative' },
    })
    expect(await whyNot(maya)).toMatchObject({ former: { number: maya.number, left_on: expect.any(String) } })
    expect((await adjust(maya.name, 34)).body).toMatchObject({ creator: { former: { number: maya.number } } })
    const hold = { of: { kind: 'creator', username: maya.name }, reason }
    expect((await stage.as(stage.ada, 'POST', 'holds', hold)).status).toBe(201)
    expect(await balanceOf(maya.path)).toMatchObject({ available: 0, held: 10 })
    for (const list of ['orders', 'payouts'])
      expect((await stage.as(stage.ada, 'GET', `creators/${maya.path}/${list}`)).status).toBe(200)
    const holds = (await stage.as(stage.ada, 'GET', `holds?username=${maya.path}`)).body.items
    expect(holds).toMatchObject([{ creator: { former: { number: maya.number } } }])
    const { status } = await stage.as(stage.ada, 'POST', `holds/${holds[0].id}/end`, { reason })
    expect(status).toBe(200)
  })

  it('that nobody is, is no creator; nor is one who is there', async () => {
    for (const name of ['#999999', '#0', '#x', '#'])
      expect([name, await adjust(name, 1)]).toMatchObject([
        name,
        { status: 400, body: { details: { problems: [{ path: 'username' }] } } },
      ])
    const ben = await stage.payee(0)
    expect((await writeOff(ben.payeeId, 1)).status).toBe(404)
  })
})

describe('leaving with a debt (docs/product/payouts.md#leaving-with-a-debt)', () => {
  it('is written off after 90 days, exactly and once, to the platform’s share', async () => {
    const maya = await debtor()
    await later(89)
    expect(await writeOff(maya.payeeId, 24)).toMatchObject({ status: 409 })
    // The machine has seen who left when, and its clock may be ahead of the test's.
    await later(100)
    expect(await writeOff(maya.payeeId, 23)).toMatchObject({ status: 409 })
    const [{ platform }] = await stage.run(
      'select -sum(platform_fee_cents)::int as platform from earnings_ledger',
    )
    const answers = await Promise.all([1, 2, 3].map(() => writeOff(maya.payeeId, 24)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await stage.ledgerOf(maya)).toEqual([{ type: 'manual_adjustment', cents: 2_400 }])
    const [after] = await stage.run('select -sum(platform_fee_cents)::int as platform from earnings_ledger')
    expect(after.platform - platform).toBe(2_400)
    expect((await balanceOf(maya.path)).available).toBe(0)
    expect(await proven()).toBe(0)
  })

  it('is not written off by one admin alone where it is much, nor while it still changes', async () => {
    const maya = await debtor()
    await post(app, maya, [{ gross: -200_000_000, at: app.clock.now() }])
    await later(100)
    expect(await writeOff(maya.payeeId, 1_600_024)).toMatchObject({ body: { code: 'second_admin_needed' } })
    const ben = await debtor()
    await later(191)
    await post(app, ben, [{ gross: -500, at: app.clock.now() }])
    await later(200)
    expect(await writeOff(ben.payeeId, 28)).toMatchObject({ status: 409 })
  })

  it('follows the proven address at once, and nobody else', async () => {
    const maya = await debtor()
    const stranger = await comeBack(`x${maya.email}`)
    const back = await comeBack(maya.email)
    await Promise.all([tend(), tend()])
    expect(await stage.ledgerOf(back)).toEqual([{ type: 'manual_adjustment', cents: -2_400 }])
    expect(await stage.ledgerOf(maya)).toEqual([{ type: 'manual_adjustment', cents: 2_400 }])
    expect(await stage.ledgerOf(stranger)).toEqual([])
    expect((await balanceOf(back.username)).available).toBe(16)
    await told(maya.email, '$24.00', 'the same email address')
    // What it gets later waits like what is claimed, and what it owes later does not.
    await post(app, maya, [{ gross: 1_000, at: app.clock.now(), availableOn: '2026-11-01' }])
    await tend()
    expect((await stage.ledgerOf(back)).map(({ cents }) => cents)).toEqual([-2_400])
    await post(app, maya, [{ gross: -2_000, at: app.clock.now() }])
    await tend()
    expect((await stage.ledgerOf(back)).map(({ cents }) => cents)).toEqual([-2_400, -800])
    await told(maya.email, '$8.00')
    expect(mailsTo(maya.email).map((text) => /\$[\d.]+/.exec(text)?.[0])).toEqual(['$24.00', '$8.00'])
    expect(await writeOff(maya.payeeId, 8)).toMatchObject({ status: 409 })
    expect(await proven()).toBe(0)
  })

  it('follows whoever had come back before it arose', async () => {
    const maya = await stage.payee(5_000)
    const body = { username: maya.username, password: maya.password }
    await adjust(maya.username, -40)
    await app.request('DELETE', '/api/v1/me', { token: maya.token, body })
    const back = await comeBack(maya.email)
    await tend()
    expect(await stage.ledgerOf(back)).toEqual([])
    await post(app, maya, [{ gross: -1_000, at: app.clock.now() }])
    await tend()
    expect(await stage.ledgerOf(back)).toEqual([{ type: 'manual_adjustment', cents: -800 }])
  })

  it('asks an admin where only the payout account is the same, and pays nobody meanwhile', async () => {
    const maya = await debtor('shared@pay.example')
    const ben = await comeBack(`b${maya.email}`, { account: 'Shared@Pay.example' })
    await tend()
    expect(await stage.ledgerOf(ben)).toEqual([])
    expect(await whyNot(ben)).toMatchObject({ why: 'debt', amount: 40 })
    const own = await app.request('GET', '/api/v1/me/balance', ben)
    expect(own.body).toMatchObject({ available: 40, why_not_due: 'review' })
    expect(await debtsOf(ben)).toMatchObject([
      { payee_id: maya.payeeId, amount: 24, former: { number: maya.number } },
    ])
    const answers = await Promise.all([answer(ben, maya, true), answer(ben, maya, true)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await stage.ledgerOf(ben)).toEqual([{ type: 'manual_adjustment', cents: -2_400 }])
    expect(await stage.ledgerOf(maya)).toEqual([{ type: 'manual_adjustment', cents: 2_400 }])
    await told(ben.email, '$24.00', 'was paid where you are paid')
    expect(mailsTo(ben.email)).toHaveLength(1)
    expect((await stage.due()).due).toMatchObject([{ payee_id: ben.payeeId, amount: 16 }])
    expect(await proven()).toBe(0)
  })

  it('stays with who has left where an admin says that it is another’s, who is paid from then on', async () => {
    const maya = await debtor('household@pay.example')
    const ben = await comeBack(`b${maya.email}`, { account: 'household@pay.example' })
    expect((await answer(ben, maya, false)).body).toEqual({ moved: 0 })
    expect((await stage.due()).due).toMatchObject([{ payee_id: ben.payeeId, amount: 40 }])
    await post(app, maya, [{ gross: -1_000, at: app.clock.now() }])
    expect(await debtsOf(ben)).toEqual([])
    expect(await proven()).toBe(0)
  })

  it('is no admin’s to answer who is paid by it', async () => {
    const maya = await debtor('ada@pay.example')
    const details = { method: 'paypal', account: 'ada@pay.example', legal_name: 'Ada', country: 'DE' }
    await proveAddress(app, stage.ada as never)
    const [{ id: payeeId }] = await stage.run('select id from payees where user_id = $1', [stage.ada.id])
    await app.request('PUT', '/api/v1/me/payout-details', {
      ...{ token: stage.ada.token, body: { ...details, password: stage.ada.password } },
    })
    await ageDetails(app.database, 8, payeeId)
    const ada = { ...stage.ada, payeeId }
    for (const is_theirs of [true, false])
      expect(await answer(ada, maya, is_theirs)).toMatchObject({ body: { code: 'second_admin_needed' } })
    expect((await answer(ada, maya, false, stage.bob)).status).toBe(200)
  })

  it('is refused by the database without its rows', async () => {
    const maya = await debtor()
    const insert = (table: string, columns: string, values: unknown[]) =>
      stage.run(`insert into ${table} (${columns}) values (${values.map((_, n) => `$${n + 1}`)})`, values)
    const late = new Date(Date.now() + 91 * dayMs)
    await expect(
      insert('write_offs', 'payee_id, amount_cents, reason, written_at', [maya.payeeId, 2_400, 'x', late]),
    ).rejects.toMatchObject({ constraint: 'write_offs_booked' })
    await expect(
      insert('write_offs', 'payee_id, amount_cents, reason, written_at', [maya.payeeId, 2_400, 'x', now]),
    ).rejects.toMatchObject({ constraint: 'write_offs_later' })
    const ben = await stage.payee(0)
    await expect(
      insert('debt_answers', 'payee_id, of_payee_id, moved_cents, reason, answered_at', [
        ...[maya.payeeId, ben.payeeId, 2_400, 'x', now],
      ]),
    ).rejects.toMatchObject({ constraint: 'debt_answers_booked' })
  })

  it('is proved by verify: what says otherwise than the ledger is found', async () => {
    const maya = await debtor()
    await later(100)
    await writeOff(maya.payeeId, 24)
    const ben = await debtor('tampered@pay.example')
    const back = await comeBack(`t${ben.email}`, { account: 'tampered@pay.example' })
    await answer(back, ben, true)
    const tamperings = [
      'update write_offs set amount_cents = amount_cents + 1',
      `update write_offs set written_at = written_at - interval '99 days'`,
      'update debt_answers set moved_cents = moved_cents - 1 where moved_cents > 0',
      'delete from former_payees',
    ]
    const checks = payoutChecks({ key, reportTimeZone: 'UTC' })
    for (const statement of tamperings)
      expect([statement, await seenBy(app.database.owner.db, checks, [sql.raw(statement)])]).toEqual([
        statement,
        { 'balances of people who have left moved once in the ledger': expect.any(Array) },
      ])
    expect(await proven()).toBe(0)
  })
})
