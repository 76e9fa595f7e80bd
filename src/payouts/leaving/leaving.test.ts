import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { proveAddress } from '../../../tests/harness/people.ts'
import { withoutTriggers } from '../../../tests/harness/without-triggers.ts'
import { earningsChecks } from '../../earnings/index.ts'
import { post } from '../../earnings/testing/ledger.ts'
import { verify } from '../../platform/verification.ts'
import { dayMs } from '../../shared/time.ts'
import { createPayoutKey } from '../details/payout-key.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'
import { maintainClaims } from './service.ts'

const now = new Date('2026-11-26T12:00:00Z')
const payoutKey = Buffer.alloc(32, 7)
const key = createPayoutKey({ dataDir: '/none', payouts: { key: payoutKey, minimumCents: 1_000 } })
let app: TestApp
let stage: PayoutStage
beforeAll(async () => {
  app = await startTestApp({ env: { PAYOUT_KEY: payoutKey.toString('base64') } })
  stage = await setPayoutStage(app, now)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(now)
  await stage.beginAnew()
})

const call = (method: string, path: string, { token }: { token: string }, body?: unknown) =>
  app.request(method, `/api/v1/me${path}`, { token, ...(body !== undefined && { body }) })
const leave = async (person: Payee, more: object = {}) =>
  call('DELETE', '', person, { username: person.username, password: person.password, ...more })
const tend = () =>
  maintainClaims({ db: app.database.db, clock: app.clock.now, actor: null }, { reportTimeZone: 'UTC', key })
const claimsOf = async (person: { token: string }) => (await call('GET', '/claims', person)).body.items

/** Signs up under an address, as somebody new. */
async function comeBack(email: string, { proven = true } = {}) {
  const { body } = await app.request('POST', '/auth/v1/signup', {
    body: { email, password: 'correct horse', data: { first_name: 'Maya', last_name: 'Okafor' } },
  })
  const person = { id: body.user.id, token: body.access_token }
  if (proven) await proveAddress(app, person as never)
  const [{ id: payeeId }] = await stage.run('select id from payees where user_id = $1', [person.id])
  return { ...person, payeeId }
}
const detailsOf = ({ payeeId }: Payee) =>
  stage.run('select id from payout_details where payee_id = $1 and sealed is not null', [payeeId])

describe('leaving with money (docs/product/payouts.md#leaving-with-money)', () => {
  it('tells what is not paid out, and where a last payout can go', async () => {
    const maya = await stage.payee(1_000, { account: 'maya@pay.example' })
    await post(app, maya, [{ gross: 500, at: now, availableOn: '2027-01-29' }])
    expect((await call('GET', '/leaving', maya)).body).toEqual({
      ...{ available: 8, pending: 4, held: 0, is_claimable: true },
      last_payout: { method: 'paypal', account: 'm•••@pay.example' },
    })
    const poor = await stage.payee(0)
    expect((await call('GET', '/leaving', poor)).body).toMatchObject({
      ...{ available: 0, is_claimable: false, last_payout: null },
    })
    const refused = await leave(poor, { last_payout: true })
    expect(refused).toMatchObject({ status: 400, body: { details: { problems: [{ path: 'last_payout' }] } } })
  })

  it('pays out once more what is left, below the least too, and then forgets the details', async () => {
    const maya = await stage.payee(1_000, { account: 'maya@pay.example' })
    expect((await leave(maya, { last_payout: true })).status).toBe(204)
    expect((await stage.due()).due).toMatchObject([{ username: null, amount: 8, legal_name: 'Maya Okafor' }])
    await tend()
    expect(await detailsOf(maya)).toHaveLength(1)
    const { run, lines } = await stage.approveAll()
    await tend()
    expect(await detailsOf(maya)).toHaveLength(1)
    await stage.as(stage.ada, 'POST', `payout-runs/${run.id}/sent`)
    await stage.as(stage.ada, 'POST', `payout-lines/${lines[0].id}/result`, { from: 'sent', state: 'paid' })
    await tend()
    expect(await detailsOf(maya)).toEqual([])
    expect(await stage.ledgerOf(maya)).toEqual([{ type: 'payout', cents: -800 }])
  })

  it('forgets the details after a year, and does not pay any more', async () => {
    const maya = await stage.payee(1_000, { account: 'maya@pay.example' })
    await leave(maya, { last_payout: true })
    app.clock.set(new Date(now.getTime() + 366 * dayMs))
    await tend()
    expect(await detailsOf(maya)).toEqual([])
    app.clock.set(now)
    const { due, not_due } = await stage.due()
    expect(due).toEqual([])
    expect(not_due.find(({ payee_id }: { payee_id: string }) => payee_id === maya.payeeId)).toMatchObject({
      ...{ why: 'account_deleted', amount: 8 },
    })
  })

  it('keeps what is left for who proves the same address, once, and moves it after two weeks', async () => {
    const maya = await stage.payee(5_000, { account: 'maya@pay.example' })
    await leave(maya)
    expect(await detailsOf(maya)).toEqual([])
    const stranger = await stage.payee(0)
    expect((await call('POST', '/claims', stranger)).body.items).toEqual([])
    const unproven = await comeBack(maya.email, { proven: false })
    expect(await claimsOf(unproven)).toEqual([])
    expect((await call('POST', '/claims', unproven)).status).toBe(403)
    await proveAddress(app, unproven as never)
    const back = unproven
    expect(await claimsOf(back)).toMatchObject([{ available: 40, claimed_at: null }])
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/claims', back)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const of = ({ payee_id }: { payee_id: string }) => payee_id === maya.payeeId
    expect((await stage.due()).not_due.find(of)).toMatchObject({ why: 'claimed', amount: 40 })
    await tend()
    expect(await stage.ledgerOf(back)).toEqual([])
    app.clock.set(new Date(now.getTime() + 15 * dayMs))
    await Promise.all([tend(), tend(), tend()])
    expect(await stage.ledgerOf(maya)).toEqual([{ type: 'manual_adjustment', cents: -4_000 }])
    expect(await stage.ledgerOf(back)).toEqual([{ type: 'manual_adjustment', cents: 4_000 }])
    // What comes later follows; what was taken back too.
    await post(app, maya, [{ gross: 100, at: now }])
    await tend()
    await post(app, maya, [{ gross: -1_000, at: now }])
    await tend()
    expect((await stage.ledgerOf(back)).map(({ cents }) => cents)).toEqual([4_000, 80, -800])
    expect(
      await verify(
        { db: app.database.db, clock: app.clock.now, actor: null },
        [earningsChecks],
        () => undefined,
      ),
    ).toBe(0)
    app.clock.set(now)
  })

  it('waits longer where the account was deleted so long ago that its address may be somebody else’s', async () => {
    const maya = await stage.payee(1_000)
    await leave(maya)
    app.clock.set(new Date(now.getTime() + 76 * dayMs))
    const back = await comeBack(maya.email)
    const { body } = await call('POST', '/claims', back)
    expect(body.items).toMatchObject([
      { moves_from: new Date(now.getTime() + (76 + 60) * dayMs).toISOString() },
    ])
    app.clock.set(new Date(now.getTime() + 100 * dayMs))
    await tend()
    expect(await stage.ledgerOf(back)).toEqual([])
    app.clock.set(new Date(now.getTime() + 137 * dayMs))
    await tend()
    expect(await stage.ledgerOf(back)).toEqual([{ type: 'manual_adjustment', cents: 800 }])
    app.clock.set(now)
  })

  it('can be claimed for three years, and of several accounts', async () => {
    const maya = await stage.payee(1_000)
    await leave(maya)
    const again = await comeBack(maya.email)
    await post(app, again, [{ gross: 500, at: now, availableOn: '2026-11-01' }])
    const { body } = await app.request('GET', '/api/v1/me', again)
    const left = await call('DELETE', '', again, { username: body.username, password: 'correct horse' })
    expect(left.status).toBe(204)
    const third = await comeBack(maya.email)
    expect(await claimsOf(third)).toHaveLength(2)
    await expect(
      app.database.pool.query('delete from payee_claims where claimed_by is null'),
    ).rejects.toThrow(/append-only/)
    await withoutTriggers(app.database, (run) =>
      run(`update payee_claims set left_at = left_at - interval '1098 days'`),
    )
    await tend()
    expect(await claimsOf(third)).toEqual([])
    expect(await stage.run('select from payee_claims where claimed_by is null')).toEqual([])
  })
})

describe('the database (decision 88)', () => {
  const mark = `'\\x${'00'.repeat(32)}'`
  const claim = (payee: string) =>
    `insert into payee_claims (payee_id, address_mark, key_mark, left_at, proof_hash)
     select ${payee}, ${mark}, '\\x0000000000000000', now(), sha256('x')`
  const proofOf = async (payeeId: string) => {
    const [row] = await stage.run('select address_mark from payee_claims where payee_id = $1', [payeeId])
    return (await key.make(app.database.db)).claimProof(payeeId, row.address_mark)
  }

  it('refuses a claim of who has not left, for who has no proven address, twice, and what is not booked', async () => {
    const here = await stage.payee(0)
    await expect(stage.run(claim(`'${here.payeeId}'`))).rejects.toThrow(/has not left/)
    const poor = await stage.payee(0)
    await leave(poor)
    await expect(stage.run(claim(`'${poor.payeeId}'`))).rejects.toThrow(/does not begin as its person leaves/)
    const gone = await stage.payee(1_000)
    await leave(gone)
    const right = await proofOf(gone.payeeId)
    const give = (to: string, proof: Buffer | null = right) =>
      stage.run(
        `update payee_claims set claimed_by = $2, claimed_at = now(), moves_from = now() + interval '1 day', proof = $3
         where payee_id = $1`,
        [gone.payeeId, to, proof],
      )
    await expect(give(here.payeeId, null)).rejects.toThrow(/no proof/)
    await expect(give(here.payeeId, Buffer.alloc(32))).rejects.toThrow(/payee_claims_proof/)
    await expect(
      stage.run(`update payee_claims set proof_hash = sha256('x') where payee_id = $1`, [gone.payeeId]),
    ).rejects.toThrow(/append-only/)
    await stage.run('update users set email_verified_at = null where id = $1', [here.id])
    await expect(give(here.payeeId)).rejects.toThrow(/no proven address/)
    await expect(give(gone.payeeId)).rejects.toThrow()
    await proveAddress(app, here)
    await give(here.payeeId)
    await expect(give(here.payeeId)).rejects.toThrow()
    await expect(stage.run('delete from payee_claims where payee_id = $1', [gone.payeeId])).rejects.toThrow()
    await expect(
      stage.run(
        `insert into claim_moves (payee_id, amount_cents, moved_at) values ($1, 800, now() + interval '2 days')`,
        [gone.payeeId],
      ),
    ).rejects.toThrow(/not booked/)
  })

  it('has claims from before that had to be proven claimed as ever', async () => {
    const maya = await stage.payee(1_000)
    await leave(maya)
    await withoutTriggers(app.database, (run) =>
      run('update payee_claims set proof_hash = null where payee_id = $1', [maya.payeeId]),
    )
    const back = await comeBack(maya.email)
    expect((await call('POST', '/claims', back)).body.items).toMatchObject([
      { claimed_at: expect.any(String) },
    ])
  })
})
