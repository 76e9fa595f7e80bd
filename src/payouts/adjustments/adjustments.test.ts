import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { post, signUpPayee } from '../../earnings/testing/ledger.ts'
import { ManualClock } from '../../platform/clock.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date('2026-11-22T12:00:00Z')) })
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

const adjust = (body: Record<string, unknown>) =>
  app.request('POST', '/api/v1/admin/adjustments', { token: admin.token, body })
const read = async (path: string) =>
  (await app.request('GET', `/api/v1/admin/${path}`, { token: admin.token })).body

describe('adjustments by hand (docs/product/payouts.md#adjustments-by-hand)', () => {
  it('change the balance, and are read by the creator with their reason', async () => {
    const ana = await signUpPayee(app)
    await post(app, ana, [{ gross: 1_000, at: app.clock.now() }])
    const { status, body } = await adjust({
      ...{ username: ` @${ana.username.toUpperCase()} `, amount: -1.25, reason: 'Paid twice in October' },
    })
    expect(status).toBe(201)
    const creator = { payee_id: ana.payeeId, username: ana.username, former: null }
    expect(body).toMatchObject({ creator, amount: -1.25, reason: 'Paid twice in October' })
    expect(await read(`balances/${ana.username}`)).toEqual({
      ...{ creator, posted: 6.75, pending: 0, paid: 0, held: 0, available: 6.75 },
      ...{ name: expect.any(String), minimum: 10, why_not_due: 'below_minimum' },
      next: expect.objectContaining({ kind: 'unproven', amount: 6.75 }),
    })
    const { body: ledger } = await app.request('GET', '/api/v1/me/ledger', ana)
    expect(ledger.items[0]).toMatchObject({ user_amount: -1.25, reason: 'Paid twice in October' })
    await adjust({ username: ana.username, amount: 0.29, reason: 'A mistake of the day before' })
    expect((await read('adjustments')).items.map(({ amount }: { amount: number }) => amount)).toEqual([
      0.29, -1.25,
    ])
    const { items } = await read('audit')
    expect(items[0]).toMatchObject({
      ...{ action: 'adjustment.make', details: { amount: 0.29 }, about: { username: ana.username } },
    })
  })

  it('are refused for what cannot be, naming the field', async () => {
    const { username } = await signUpPayee(app)
    const whole = { username, amount: 1, reason: 'A present' }
    const problem = (path: string) => ({ status: 400, body: { details: { problems: [{ path }] } } })
    expect(await adjust({ ...whole, username: 'nobody-here' })).toMatchObject(problem('username'))
    for (const amount of [0, 0.001, -1e-24, 1_000_000.01])
      expect(await adjust({ ...whole, amount })).toMatchObject(problem('amount'))
    expect(await adjust({ ...whole, reason: ' ' })).toMatchObject(problem('reason'))
    expect((await read('balances/nobody-here')).code).toBe('validation_failed')
  })
})
