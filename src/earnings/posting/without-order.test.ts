import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { ManualClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/context.ts'
import { verify } from '../../platform/verification.ts'
import { earningsChecks } from '../proof/verify.ts'
import { balancesOf } from '../reading/balances.ts'
import { post, shareOf, signUpPayee } from '../testing/ledger.ts'
import { appendEntries, type EntryWithoutOrder } from './without-order.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date('2026-11-22T12:00:00Z')) })
})
afterAll(() => app.close())

const options = { reportTimeZone: 'America/Los_Angeles' }
const context = () => ({ db: app.database.db, clock: app.clock.now, actor: null })
const append = (...entries: EntryWithoutOrder[]) =>
  inTransaction(context(), (tx) => appendEntries(tx, entries, options))
const failedChecks = () => verify(context(), [earningsChecks], () => undefined)

type Payee = Awaited<ReturnType<typeof signUpPayee>>
const payout = ({ payeeId }: Payee, cents: number, reference: string = randomUUID()): EntryWithoutOrder => ({
  ...{ payeeId, type: 'payout', userCents: -cents, reference, reason: null },
})
const reversal = ({ payeeId }: Payee, cents: number, reference: string): EntryWithoutOrder => ({
  ...{ payeeId, type: 'payout_reversal', userCents: cents, reference, reason: 'The address does not exist.' },
})
const byHand = ({ payeeId }: Payee, cents: number): EntryWithoutOrder => ({
  ...{ payeeId, type: 'manual_adjustment', userCents: cents, reference: randomUUID(), reason: 'A present.' },
})
const balanceOf = async ({ payeeId }: Payee) => (await balancesOf(context(), [payeeId], options)).get(payeeId)
const call = async (path: string, { token }: Payee) => {
  const { status, body } = await app.request('GET', path, { token })
  expect(status).toBe(200)
  return body
}

describe('rows without an order (docs/product/ledger.md#rows-without-an-order)', () => {
  it('are in ledger, explanation, statement and files, and paid ones in no total', async () => {
    const ana = await signUpPayee(app)
    const at = app.clock.now()
    await post(app, ana, [
      { gross: 1_000, at },
      { gross: 500, at, availableOn: '2027-01-29' },
    ])
    const first = payout(ana, 300)
    await append(first, payout(ana, 100))
    await append(reversal(ana, 300, first.reference), byHand(ana, 25))
    expect(await balanceOf(ana)).toEqual({ posted: 825, pending: 400, paid: 100, held: 0, available: 725 })

    const { items, months } = await call('/api/v1/me/ledger', ana)
    expect(months).toEqual([{ month: '2026-11', entries: 6, user_amount: 12.25, paid: 1 }])
    const byType = (type: string) =>
      items.find(({ transaction_type }: { transaction_type: string }) => transaction_type === type)
    const none = { order_item_id: null, amazon_orders: null, product: null }
    expect(byType('payout')).toMatchObject({ ...none, status: 'paid', user_amount: -1, gross_commission: -1 })
    expect(byType('payout_reversal')).toMatchObject({
      ...{ ...none, status: 'paid', user_amount: 3, reason: 'The address does not exist.' },
    })
    const added = byType('manual_adjustment')
    expect(added).toMatchObject({ ...none, status: 'posted', user_amount: 0.25, platform_fee_amount: -0.25 })
    expect(await call(`/api/v1/me/ledger/${added.id}`, ana)).toMatchObject({
      ...{ entry: { reason: 'A present.' }, order: null, rule: null, fee_bps: null, entries: [] },
      chain: { sequence: 6 },
    })
    expect(await call('/api/v1/me/earnings?period=D', ana)).toMatchObject({
      ...{ posted_earnings: 8.25, pending_earnings: 4, commissions: 2 },
      all_time: { posted_earnings: 8.25, pending_earnings: 4 },
    })
    const statement = await call('/api/v1/me/statements/2026-11', ana)
    expect(statement).toMatchObject({
      ...{ opening_balance: 0, closing_balance: 11.25, posted: 8.25, pending: 4 },
      sums: {
        commissions: 12,
        adjustments: 0,
        by_hand: 0.25,
        gross_commission: 15,
        user_amount: 12.25,
        paid: 1,
        entries: 6,
      },
    })
    expect(statement.items).toHaveLength(6)
    const { items: file } = await call('/api/v1/me/ledger/export?format=json', ana)
    expect(file[2]).toMatchObject({
      ...{ transaction_type: 'payout', order_item_id: null, fee_bps: null, confidence: null, rule: 'payout' },
      ...{ status: 'paid', gross_commission: -3, evidence: `{"reference": "${first.reference}"}` },
    })
    expect((await call('/api/v1/me/ledger/orders', ana)).items).toHaveLength(2)
    expect(await failedChecks()).toBe(0)
  })

  it('are appended once for a reference, also by many at once, and refused for another amount', async () => {
    const [ana, ben] = [await signUpPayee(app), await signUpPayee(app)]
    const both = [payout(ana, 100), payout(ben, 200)]
    const answers = await Promise.all(
      [0, 1, 2, 3].map((n) => append(...(n % 2 === 0 ? both : both.toReversed()))),
    )
    expect(answers.map(({ size }) => size).sort()).toEqual([0, 0, 0, 2])
    expect(await balanceOf(ana)).toMatchObject({ paid: 100, available: -100 })
    await expect(append(payout(ana, 101, both[0]?.reference))).rejects.toThrow(/another payout/)
    await expect(append(payout(ben, 100, both[0]?.reference))).rejects.toThrow(/another payout/)
    expect(await append(...both, payout(ana, 1, 'one more'))).toEqual(new Set(['one more']))
  })

  it('have the form of their kind, in the database', async () => {
    const ana = await signUpPayee(app)
    const refused = (entry: Partial<EntryWithoutOrder>) =>
      expect(append({ ...payout(ana, 1), ...entry })).rejects.toThrow(
        /earnings_ledger_(form|not_empty|reason)/,
      )
    await refused({ userCents: 1 })
    await refused({ userCents: 0 })
    await refused({ type: 'payout_reversal' })
    await refused({ type: 'manual_adjustment' })
    const { pool } = app.database
    const { rows } = await pool.query('insert into posting_runs (started_at) values (now()) returning id')
    const insert = (columns: Record<string, unknown>) => {
      const row = {
        ...{ payee_id: ana.payeeId, transaction_type: 'payout', available_on: '2026-11-22', rule: 'payout' },
        ...{
          gross_commission_cents: -5,
          platform_fee_cents: 0,
          user_amount_cents: -5,
          posting_run_id: rows[0].id,
        },
        ...{ evidence: { reference: randomUUID() }, created_at: app.clock.now(), ...columns },
      }
      const names = Object.keys(row)
      return pool.query(
        `insert into earnings_ledger (${names}) values (${names.map((_, n) => `$${n + 1}`)})`,
        Object.values(row),
      )
    }
    await insert({})
    for (const wrong of [
      { evidence: {} },
      { evidence: null },
      { rule: null },
      { posting_run_id: null },
      { fee_bps: 0 },
      { pair_sequence: 1 },
      { marketplace: 'us', earning_month: '2026-11-01' },
      { platform_fee_cents: -5, user_amount_cents: 0 },
      { transaction_type: 'commission' },
      { transaction_type: 'bonus' },
    ])
      await expect(insert(wrong), JSON.stringify(wrong)).rejects.toThrow(/earnings_ledger_/)
  })

  it('come to what any history of earning, paying and taking back says', async () => {
    const step = fc.record({
      does: fc.constantFrom('earn', 'return', 'pay', 'come back', 'adjust', 'again'),
      cents: fc.integer({ min: 1, max: 100_000 }),
      nth: fc.nat(20),
      isPending: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const ana = await signUpPayee(app)
        const orders: { order: string; gross: number; isPending: boolean }[] = []
        const standing: EntryWithoutOrder[] = []
        const appended: EntryWithoutOrder[] = []
        const model = { posted: 0, pending: 0, paid: 0 }
        const add = async (entry: EntryWithoutOrder) => {
          appended.push(entry)
          await append(entry)
        }
        for (const { does, cents, nth, isPending } of steps) {
          app.clock.advance(60_000)
          const at = app.clock.now()
          if (does === 'earn') {
            const one = { order: randomUUID(), gross: cents, isPending }
            await post(app, ana, [{ ...one, at, availableOn: isPending ? '2099-01-01' : '2026-01-01' }])
            orders.push(one)
            model[isPending ? 'pending' : 'posted'] += shareOf(cents)
          } else if (does === 'return' && orders.length > 0) {
            const [{ order, gross, isPending: wasPending }] = orders.splice(nth % orders.length, 1) as [
              (typeof orders)[number],
            ]
            const availableOn = wasPending ? '2099-01-01' : '2026-01-01'
            await post(app, ana, [{ order, gross: -gross, at, availableOn, type: 'return', pair: 2 }])
            model[wasPending ? 'pending' : 'posted'] -= shareOf(gross)
          } else if (does === 'pay') {
            standing.push(payout(ana, cents))
            await add(standing.at(-1) as EntryWithoutOrder)
            model.paid += cents
          } else if (does === 'come back' && standing.length > 0) {
            const [{ userCents, reference }] = standing.splice(nth % standing.length, 1) as [
              EntryWithoutOrder,
            ]
            await add(reversal(ana, -userCents, reference))
            model.paid += userCents
          } else if (does === 'adjust') {
            await add(byHand(ana, isPending ? -cents : cents))
            model.posted += isPending ? -cents : cents
          } else if (does === 'again' && appended.length > 0) {
            expect(await append(appended[nth % appended.length] as EntryWithoutOrder)).toEqual(new Set())
          }
          expect(await balanceOf(ana)).toEqual({ ...model, held: 0, available: model.posted - model.paid })
        }
        const month = app.clock.now().toISOString().slice(0, 7)
        const { closing_balance } = await call(`/api/v1/me/statements/${month}`, ana)
        expect(Math.round(closing_balance * 100)).toBe(model.posted + model.pending - model.paid)
        expect(await failedChecks()).toBe(0)
      }),
      randomRuns(4),
    )
  })
})
