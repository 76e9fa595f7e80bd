import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, setRole, signInAgain } from '../../../tests/harness/people.ts'
import { dayMs } from '../../shared/time.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'

const now = new Date('2026-11-26T12:00:00Z')
let app: TestApp
let stage: PayoutStage
let eve: Payee
beforeAll(async () => {
  app = await startTestApp({ env: { ADJUSTMENT_ALONE: '100' } })
  stage = await setPayoutStage(app, now)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(now)
  for (const admin of [stage.ada, stage.bob]) {
    await setRole(app, admin, 'admin')
    await stage.run(`update sessions set refreshed_at = $2, created_at = $2 where user_id = $1`, [
      admin.id,
      now,
    ])
  }
  await stage.beginAnew()
  await stage.run(`update users set role = 'user' where id <> all ($1)`, [[stage.ada.id, stage.bob.id]])
  eve = await stage.payee(5_000, { account: `eve${Math.random()}@pay.example` })
  await setRole(app, eve, 'admin')
})
const approve = (who: Person, id: string) => stage.as(who, 'POST', `payout-runs/${id}/approve`)
const discard = (id: string) => stage.as(stage.ada, 'POST', `payout-runs/${id}/discard`, { reason: 'Ends' })
/** The other admins have not come for so many days. */
const away = (days: number) =>
  stage.run(`update sessions set refreshed_at = $2, created_at = $2 where user_id = any ($1)`, [
    [stage.ada.id, stage.bob.id],
    new Date(now.getTime() - days * dayMs),
  ])

/** A payout of the admin whom it pays, which is sent. */
async function sentRun(): Promise<string> {
  const { body } = await stage.draft(eve)
  const approver = (await approve(eve, body.id)).status === 200 ? eve : stage.bob
  if (approver !== eve) await approve(approver, body.id)
  await stage.as(eve, 'POST', `payout-runs/${body.id}/sent`)
  return (await stage.linesOf(body.id))[0].id
}

describe('a payout run that pays an admin (docs/product/payouts.md#payout-runs)', () => {
  it('is approved by another one who came within 30 days and did not draft it', async () => {
    const { body } = await stage.draft(stage.ada)
    expect(await approve(eve, body.id)).toMatchObject({ status: 403 })
    expect(await approve(stage.ada, body.id)).toMatchObject({ status: 403 })
    await away(29)
    expect(await approve(eve, body.id)).toMatchObject({ status: 403 })
    expect(await approve(stage.bob, body.id)).toMatchObject({ status: 200 })
    expect((await stage.linesOf(body.id))[0]).toMatchObject({ username: eve.username, is_own: false })
  })

  it('is approved by who it pays while no other admin comes, which run and books say', async () => {
    await away(31)
    const { body } = await stage.draft(eve)
    expect(await approve(eve, body.id)).toMatchObject({ status: 200 })
    expect((await stage.linesOf(body.id))[0]).toMatchObject({ username: eve.username, is_own: true })
    const entries = (await stage.as(stage.ada, 'GET', 'books/2026-11/entries?kind=payout')).body.items
    expect(entries.map(({ is_own }: { is_own: boolean }) => is_own)).toContain(true)
    // Nobody unmarks it.
    await expect(stage.run('update payout_lines set is_own = false where is_own')).rejects.toThrow()
    // Nor says of their own payout that it came back, once another admin comes.
    const [line] = await stage.linesOf(body.id)
    await stage.as(eve, 'POST', `payout-runs/${body.id}/sent`)
    await signInAgain(app, stage.bob)
    const failed = { from: 'sent', state: 'failed', reason: 'It did not arrive' }
    const path = `payout-lines/${line.id}/result`
    expect(await stage.as(eve, 'POST', path, failed)).toMatchObject({ status: 403 })
    const text = `Status,Customer ID\nDenied,${line.reference}`
    expect(
      await stage.as(eve, 'POST', `payout-runs/${body.id}/results`, { text, confirm: true }),
    ).toMatchObject({
      status: 403,
    })
    expect(await stage.as(stage.bob, 'POST', path, failed)).toMatchObject({ status: 200 })
  })

  it('is said to have come back, or to be paid otherwise, by whom it pays only with a second person', async () => {
    await away(31)
    const answered = await sentRun()
    const waits = { status: 403, body: { code: 'second_admin_needed' } }
    const failed = { from: 'sent', state: 'failed', reason: 'It did not arrive' }
    const propose = (call: string, id: string, body: object) =>
      stage.as(eve, 'POST', 'proposals', { call, params: { id }, body })
    const result = `payout-lines/${answered}/result`
    // Though no other admin comes.
    expect(await stage.as(eve, 'POST', result, failed)).toMatchObject(waits)
    const text = (status: string, id: string) => `reference,status,amount,currency\n${id},${status},4.00,USD`
    const [{ reference, run_id }] = await stage.run(
      'select reference, run_id from payout_lines where id = $1',
      [answered],
    )
    const results = { text: text('paid', reference), confirm: true }
    expect((await stage.as(eve, 'POST', `payout-runs/${run_id}/results`, results)).status).toBe(200)
    const { attention } = (await stage.linesOf(run_id))[0]
    const answer = { paid: 4, note: 'Seen', seen: attention.map((one: { id: string }) => one.id), answers: 0 }
    expect(await stage.as(eve, 'POST', `payout-lines/${answered}/answer`, answer)).toMatchObject(waits)
    const proposed = await propose('POST /api/v1/admin/payout-lines/:id/answer', answered, answer)
    expect(await stage.as(eve, 'POST', `proposals/${proposed.body.id}/approve`)).toMatchObject({
      status: 403,
    })
    await signInAgain(app, stage.bob)
    expect(await stage.as(stage.bob, 'POST', `proposals/${proposed.body.id}/approve`)).toMatchObject({
      status: 200,
    })
    expect(await stage.ledgerOf(eve)).toEqual([
      { type: 'payout', cents: -4_000 },
      { type: 'payout_reversal', cents: 3_600 },
    ])
    const returned = await sentRun()
    const again = await propose('POST /api/v1/admin/payout-lines/:id/result', returned, failed)
    expect(again.body.moves).toMatchObject([{ payee_id: eve.payeeId, amount: 36 }])
    expect(await stage.as(stage.bob, 'POST', `proposals/${again.body.id}/approve`)).toMatchObject({
      status: 200,
    })
    expect((await stage.payoutsOf(eve))[0]).toMatchObject({ state: 'failed' })
  })

  it('is approved by one of those whom it pays where it pays every admin who comes, and never by its drafter', async () => {
    const ivy = await stage.payee(5_000, { account: `ivy${Math.random()}@pay.example` })
    await setRole(app, ivy, 'admin')
    await away(31)
    const { body } = await stage.draft(eve)
    expect(await approve(eve, body.id)).toMatchObject({ status: 403 })
    expect(await approve(ivy, body.id)).toMatchObject({ status: 200 })
    const own = (await stage.linesOf(body.id)).filter(({ is_own }: { is_own: boolean }) => is_own)
    expect(own.map(({ username }: Person) => username)).toEqual([ivy.username])
  })
})

describe('what one admin did alone (docs/product/admin.md#a-second-admin)', () => {
  it('is listed in the next draft, again where that is discarded, and not after it is approved', async () => {
    const maya = await stage.payee(0)
    const adjust = (amount: number) =>
      stage.as(stage.ada, 'POST', 'adjustments', { username: maya.username, amount, reason: 'Alone' })
    await adjust(1)
    await adjust(-1)
    app.clock.advance(1_000)
    const actsOf = async (id: string) =>
      (await stage.as(stage.bob, 'GET', `payout-runs/${id}/acts`)).body.items
        .filter(({ details }: { details: { reason?: string } }) => details.reason === 'Alone')
        .map(({ details }: { details: { amount: number } }) => details.amount)
    const first = (await stage.draft(stage.ada)).body.id
    expect(await actsOf(first)).toEqual([-1, 1])
    await discard(first)
    app.clock.advance(1_000)
    const second = (await stage.draft(stage.ada)).body.id
    app.clock.advance(1_000)
    await adjust(2)
    expect(await actsOf(second)).toEqual([-1, 1])
    expect(await approve(stage.bob, second)).toMatchObject({ status: 200 })
    expect(await actsOf(second)).toEqual([-1, 1])
    app.clock.advance(1_000)
    await stage.payee(5_000, { account: `third${Math.random()}@pay.example` })
    const third = (await stage.draft(stage.ada)).body.id
    expect(await actsOf(third)).toEqual([2])
    await discard(third)
  })

  // An answer follows what a provider did (decision 104).
  it('does not count what became of a payout towards what one admin does alone, and lists it', async () => {
    const payees = [
      await stage.payee(50_000, { account: `not${Math.random()}@pay.example` }),
      await stage.payee(50_000, { account: `back${Math.random()}@pay.example` }),
    ]
    const { run } = await stage.approveAll()
    await stage.as(stage.ada, 'POST', `payout-runs/${run.id}/sent`)
    const lineOf = async ({ username }: Payee) =>
      (await stage.linesOf(run.id)).find((line: { username: string }) => line.username === username)
    const [asked, failed] = await Promise.all(payees.map(lineOf))
    const text = `reference,status,amount,currency\n${asked.reference},paid,4.00,USD`
    await stage.as(stage.ada, 'POST', `payout-runs/${run.id}/results`, { text })
    const seen = (await lineOf(payees[0] as Payee)).attention.map(({ id }: { id: string }) => id)
    const answer = { paid: 0, note: 'Seen unpaid', seen, answers: 0 }
    expect(await stage.as(stage.ada, 'POST', `payout-lines/${asked.id}/answer`, answer)).toMatchObject({
      status: 200,
    })
    const result = { from: 'sent', state: 'failed', reason: 'Seen unpaid' }
    expect(await stage.as(stage.ada, 'POST', `payout-lines/${failed.id}/result`, result)).toMatchObject({
      status: 200,
    })
    for (const { username } of payees) {
      const adjust = (amount: number) =>
        stage.as(stage.ada, 'POST', 'adjustments', { username, amount, reason: 'A prize' })
      expect(await adjust(100)).toMatchObject({ status: 201 })
      expect(await adjust(0.01)).toMatchObject({ status: 403, body: { code: 'second_admin_needed' } })
    }
    app.clock.advance(1_000)
    const next = (await stage.draft(stage.ada)).body
    expect(next.total).toBeGreaterThanOrEqual(1_000)
    const acts = (await stage.as(stage.bob, 'GET', `payout-runs/${next.id}/acts`)).body.items
    const told = acts.filter(
      ({ details }: { details: { reason?: string } }) => details.reason === 'Seen unpaid',
    )
    expect(told.map(({ action }: { action: string }) => action)).toEqual(['payout.result', 'payout.answer'])
    await discard(next.id)
  })
})
