import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { post } from '../../earnings/testing/ledger.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'

const now = new Date('2026-11-26T12:00:00Z')
let smtp: FakeSmtp
let app: TestApp
let stage: PayoutStage
beforeAll(async () => {
  smtp = await startFakeSmtp()
  app = await startTestApp({ jobs: true, env: { SMTP_URL: smtp.url } })
  stage = await setPayoutStage(app, now)
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
beforeEach(async () => {
  app.clock.set(now)
  await stage.beginAnew()
})

const own = ({ token }: { token: string }, id: string) =>
  app.request('GET', `/api/v1/me/payouts/${id}/advice`, { token })
const toCents = (usd: number) => Math.round(usd * 100)
const comesTo = ({ left, sums, held }: { left: number; sums: Record<string, number>; held: number }) =>
  toCents(left) + Object.values(sums).reduce((all, usd) => all + toCents(usd), 0) - toCents(held)
const adjust = ({ username }: Payee, amount: number) =>
  stage.as(stage.ada, 'POST', 'adjustments', { username, amount, reason: 'For the photos' })
const say = (id: string, from: string, state: string) =>
  stage.as(stage.ada, 'POST', `payout-lines/${id}/result`, { from, state, reason: 'Account closed' })

describe('the remittance advice (docs/product/payouts.md#remittance-advice)', () => {
  it('says each deduction, and comes to the payout to the cent', async () => {
    const maya = await stage.payee(10_003, { account: 'maya@pay.example' })
    const [returned, held] = [randomUUID(), randomUUID()]
    const at = app.clock.now()
    const availableOn = '2026-11-01'
    await post(app, maya, [
      { order: returned, gross: 2_000, at, availableOn },
      { order: held, gross: 1_000, at, availableOn },
      { order: returned, gross: -2_000, at, availableOn, pair: 2, type: 'return' },
    ])
    await adjust(maya, -1.25)
    const of = { kind: 'order', order_item_id: held }
    await stage.as(stage.ada, 'POST', 'holds', { of, reason: 'We look' })
    const { lines } = await stage.approveAll()
    const { body } = await own(maya, lines[0].id)
    expect(body).toMatchObject({
      ...{ amount: 78.77, left: 0, held: 8, before: null, reference: lines[0].reference },
      sums: { sales: 130.03, returns: -20, fee: -22.01, by_hand: -1.25, came_back: 0 },
      to: { account: 'm•••@pay.example', legal_name: 'Maya Okafor', country: 'DE' },
      creator: { username: maya.username, former: null },
    })
    expect(comesTo(body)).toBe(toCents(body.amount))
    expect(body.items).toHaveLength(5)
    expect(JSON.stringify(body)).not.toContain('maya@pay.example')
    // What came back, and what is taken out again under review, is of the next one.
    await say(lines[0].id, 'approved', 'cancelled')
    app.clock.advance(60_000)
    await stage.run(
      `insert into earnings_holds (order_item_id, payee_id, place, reason, created_at, on_day) values ($1, $2, 1, 'several_creators', $3, '2026-11-26')`,
      [returned, maya.payeeId, app.clock.now()],
    )
    app.clock.advance(60_000)
    const again = await stage.approveAll()
    const { body: next } = await own(maya, again.lines[0].id)
    expect(next).toMatchObject({ sums: { came_back: 78.77 }, before: body.number })
    expect(comesTo(next)).toBe(toCents(next.amount))
    expect((await own(maya, lines[0].id)).body).toMatchObject({
      amount: 78.77,
      sums: body.sums,
      left: 0,
      held: 8,
    })
  })

  it('is for its creator and admins alone, never of a draft, and stays for admins once they have left', async () => {
    const maya = await stage.payee(5_000, { account: 'maya@pay.example' })
    const { body: run } = await stage.draft()
    const [line] = await stage.linesOf(run.id)
    const admin = (who = stage.ada) => stage.as(who, 'GET', `payout-lines/${line.id}/advice`)
    expect([(await own(maya, line.id)).status, (await admin()).status]).toEqual([404, 404])
    await stage.as(stage.bob, 'POST', `payout-runs/${run.id}/approve`)
    expect((await admin()).body).toEqual((await own(maya, line.id)).body)
    for (const other of [await signUp(app), stage.ada]) expect((await own(other, line.id)).status).toBe(404)
    expect((await admin(maya as never)).status).toBe(404)
    expect((await own(maya, `${line.id}`)).status).toBe(200)
    await app.request('DELETE', '/api/v1/me', {
      ...{ token: maya.token, body: { username: maya.username, password: maya.password } },
    })
    expect((await admin()).body).toMatchObject({ amount: 40, creator: { username: null, former: {} } })
  })

  it('goes by mail as the payout is sent, without the account, once', async () => {
    const maya = await stage.payee(5_000, { account: 'maya@pay.example' })
    const { run, lines } = await stage.approveAll()
    for (const _ of [1, 2]) await stage.as(stage.ada, 'POST', `payout-runs/${run.id}/sent`)
    expect((await smtp.mailTo(maya.email)).subject).toContain('payout details')
    const mail = await smtp.mailTo(maya.email)
    expect(mail.subject).toBe('A payout is on its way · Folio')
    expect(mail.text).toContain('$40.00 of your earnings were sent to you by PayPal.')
    expect(mail.text).toContain(`${lines[0].reference}. Commissions $50.00, our fee −$10.00: $40.00 in all.`)
    expect(mail.text).toContain(`/earnings/payouts/${lines[0].id}/advice`)
    expect(mail.text).not.toContain('pay.example')
    await say(lines[0].id, 'sent', 'paid')
    const paid = await smtp.mailTo(maya.email)
    expect(paid.subject).toBe('You were paid · Folio')
    expect(paid.text).toContain('Commissions $50.00, our fee −$10.00: $40.00 in all.')
    expect(
      smtp.mails.filter(({ text }) => text?.includes('in all') && text.includes(lines[0].reference)),
    ).toHaveLength(2)
  })
})
