import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { minuteMs } from '../../shared/time.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'

let app: TestApp
let stage: PayoutStage
beforeAll(async () => {
  app = await startTestApp()
  stage = await setPayoutStage(app, new Date('2027-01-01T07:30:00Z'))
})
afterAll(() => app.close())

const ownYears = async ({ token }: Payee) =>
  (await app.request('GET', '/api/v1/me/payout-years', { token })).body

describe('totals of a year (docs/product/payouts.md#totals-of-a-year)', () => {
  it('are what was paid out and did not come back, by quarters, for creators and operators', async () => {
    const { as, ada, approved, approveAll, run } = stage
    const made = await approved(
      [5_000, { account: 'maya@pay.example' }],
      [2_500, { account: 'ben@pay.example' }],
    )
    const [maya, ben] = made.payees as [Payee, Payee]
    await as(ada, 'POST', `payout-runs/${made.run.id}/sent`)
    const ofBen = made.lines.find(({ username }: Payee) => username === ben.username)
    const back = { from: 'sent', state: 'failed', reason: 'No such account' }
    await as(ada, 'POST', `payout-lines/${ofBen.id}/result`, back)
    app.clock.advance(40 * minuteMs)
    await approveAll()
    expect(await ownYears(maya)).toEqual({
      items: [{ year: '2026', paid: 40, payments: 1, quarters: [0, 0, 0, 40] }],
    })
    expect(await ownYears(ben)).toEqual({
      items: [{ year: '2027', paid: 20, payments: 1, quarters: [20, 0, 0, 0] }],
    })
    expect((await as(ada, 'GET', 'payout-years')).body.items).toEqual([
      { year: '2027', paid: 20, payments: 1, creators: 1, quarters: [20, 0, 0, 0] },
      { year: '2026', paid: 40, payments: 1, creators: 1, quarters: [0, 0, 0, 40] },
    ])
    // Who has left stays in the list.
    const { username, password, token } = maya
    const left = await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })
    expect(left.status).toBe(204)
    const { body } = await as(ada, 'POST', 'payout-years/2026/fetch')
    expect(body).toEqual({
      name: 'paid-2026.csv',
      text: [
        '"payee_id","username","legal_name","country","q1","q2","q3","q4","total","payments"',
        `"${maya.payeeId}","","Maya Okafor","DE","0.00","0.00","0.00","40.00","40.00","1"`,
        '',
      ].join('\r\n'),
    })
    expect(await run(`select subject from admin_audit where action = 'payout_year.fetch'`)).toEqual([
      { subject: '2026' },
    ])
    expect(await as(ada, 'POST', 'payout-years/2020/fetch')).toMatchObject({ status: 404 })
  })
})
