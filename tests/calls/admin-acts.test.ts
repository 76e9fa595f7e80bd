import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SecondPerson } from '../../src/shared/contract.ts'
import { minuteMs } from '../../src/shared/time.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, signUpAdmin } from '../harness/people.ts'
import { type ApiCall, readCalls } from './api-calls.ts'

let app: TestApp
let calls: ApiCall[]
let ada: Person
beforeAll(async () => {
  app = await startTestApp({ env: { ADMIN_TWO_STEP: 'required' } })
  calls = (await readCalls(app)).filter(({ access }) => access === 'admin')
  ada = await signUpAdmin(app)
})
afterAll(() => app.close())

type Act = [freshness: 'fresh' | 'any', second: SecondPerson]

/**
 * What every call of admins that changes something asks for beyond the role and two steps: whether the second step must
 * be one of the last 15 minutes (decision 100), and whether one admin does it alone
 * (docs/product/admin.md#a-second-admin).
 */
const acts: Record<string, Act> = {
  // What reports say concerns everybody alike; undoing one takes from who has orders by it.
  'POST /api/v1/admin/imports': ['fresh', 'none'],
  'POST /api/v1/admin/imports/{id}/answer': ['fresh', 'own_while_another'],
  'POST /api/v1/admin/imports/{id}/merge': ['fresh', 'none'],
  'POST /api/v1/admin/imports/{id}/discard': ['any', 'none'],
  'POST /api/v1/admin/imports/{id}/undo': ['fresh', 'own_while_another'],
  'PUT /api/v1/admin/paying-dates/{marketplace}': ['fresh', 'none'],
  'PUT /api/v1/admin/report-statuses/{status}': ['fresh', 'none'],
  'DELETE /api/v1/admin/paying-date-changes/{id}': ['any', 'none'],
  // What the orders of a month are worth in dollars.
  'PUT /api/v1/admin/rates/{month}': ['fresh', 'own_while_another'],
  'PUT /api/v1/admin/rates/{month}/{currency}': ['fresh', 'own_while_another'],
  'POST /functions/v1/amazon-import': ['fresh', 'none'],
  'POST /functions/v1/commission-matcher': ['fresh', 'none'],
  'POST /functions/v1/earnings-calculator': ['fresh', 'none'],
  'POST /api/v1/admin/runs': ['fresh', 'none'],
  'POST /api/v1/admin/runs/{id}/restart': ['fresh', 'none'],
  'POST /api/v1/admin/runs/{id}/stop': ['any', 'none'],
  // Whose an order is.
  'PUT /api/v1/admin/orders/{id}/match': ['fresh', 'own_or_much'],
  'DELETE /api/v1/admin/orders/{id}/match': ['fresh', 'own_or_much'],
  'PUT /api/v1/admin/order-matches': ['fresh', 'own_or_much'],
  'POST /api/v1/admin/orders/{id}/decision': ['fresh', 'own_or_much'],
  'POST /api/v1/admin/reviews/decision': ['fresh', 'own_or_much'],
  'POST /api/v1/admin/disagreements/decision': ['fresh', 'own_or_much'],
  'POST /api/v1/admin/tracking-ids': ['fresh', 'own_or_much'],
  'PATCH /api/v1/admin/tracking-ids/{id}': ['fresh', 'own_or_much'],
  'DELETE /api/v1/admin/tracking-ids/{id}': ['fresh', 'own_or_much'],
  'POST /api/v1/admin/orders/{id}/accept': ['fresh', 'own'],
  'PUT /api/v1/admin/orders/{id}/purchase': ['fresh', 'own'],
  'PUT /api/v1/admin/orders/{id}/duplicate': ['fresh', 'own'],
  // What a creator has. Holding pays nobody.
  'POST /api/v1/admin/adjustments': ['fresh', 'own_or_much'],
  'POST /api/v1/admin/holds': ['fresh', 'none'],
  'POST /api/v1/admin/holds/{id}/bear': ['fresh', 'own'],
  'POST /api/v1/admin/holds/{id}/end': ['fresh', 'own'],
  'POST /api/v1/admin/payees/{id}/debts': ['fresh', 'own_or_much'],
  'POST /api/v1/admin/payees/{id}/write-off': ['fresh', 'own_or_much'],
  'POST /api/v1/admin/fees': ['fresh', 'own_while_another'],
  'POST /api/v1/admin/payees/{id}/fees': ['fresh', 'own'],
  'POST /api/v1/admin/fees/{id}/take-back': ['fresh', 'own'],
  'POST /api/v1/admin/receipts': ['fresh', 'none'],
  'POST /api/v1/admin/receipts/{id}/reverse': ['fresh', 'none'],
  'POST /api/v1/admin/months/moves': ['fresh', 'none'],
  'POST /api/v1/admin/months/{marketplace}/{month}/release': ['fresh', 'own_while_another'],
  // Who is paid. A draft is made of whoever is due.
  'POST /api/v1/admin/payout-runs': ['fresh', 'none'],
  'POST /api/v1/admin/payout-runs/{id}/approve': ['fresh', 'own_while_another'],
  'POST /api/v1/admin/payout-runs/{id}/discard': ['fresh', 'none'],
  'POST /api/v1/admin/payout-runs/{id}/send': ['fresh', 'none'],
  'POST /api/v1/admin/payout-runs/{id}/sent': ['fresh', 'none'],
  'POST /api/v1/admin/payout-runs/{id}/results': ['fresh', 'own_while_another'],
  'POST /api/v1/admin/payout-lines/{id}/answer': ['fresh', 'own'],
  'POST /api/v1/admin/payout-lines/{id}/result': ['fresh', 'own'],
  'POST /api/v1/admin/payout-files/{id}/fetch': ['fresh', 'none'],
  'POST /api/v1/admin/payout-files/{id}/sent': ['fresh', 'none'],
  'POST /api/v1/admin/payout-years/{year}/fetch': ['fresh', 'none'],
  // What waits for a second admin.
  'POST /api/v1/admin/proposals': ['fresh', 'none'],
  'POST /api/v1/admin/proposals/{id}/approve': ['fresh', 'another'],
  'POST /api/v1/admin/proposals/{id}/refuse': ['any', 'none'],
  // What somebody has to look at.
  'POST /api/v1/admin/questions/{id}/answer': ['any', 'not_own'],
  'POST /api/v1/admin/flags/{id}/seen': ['any', 'not_own'],
  'POST /api/v1/admin/click-flags/{id}/seen': ['any', 'not_own'],
  'PUT /api/v1/admin/checkpoint-mails': ['any', 'none'],
  // Moderation. Hiding pays nobody.
  'POST /api/v1/admin/reports/{id}/dismiss': ['any', 'not_own'],
  'POST /api/v1/admin/products/{id}/hide': ['any', 'none'],
  'POST /api/v1/admin/products/{id}/restore': ['any', 'not_own'],
  'POST /api/v1/admin/lists/{id}/hide': ['any', 'none'],
  'POST /api/v1/admin/lists/{id}/restore': ['any', 'not_own'],
  'POST /api/v1/admin/accounts/{id}/suspend': ['fresh', 'not_admins'],
  'POST /api/v1/admin/accounts/{id}/restore': ['fresh', 'not_admins'],
  'POST /api/v1/admin/accounts/{id}/end-sessions': ['fresh', 'not_admins'],
}

const placeholder = '01900000-0000-7000-8000-000000000000'
const ask = ({ method, path }: ApiCall) =>
  app.request(method, path.replace(/\{\w+\}/g, placeholder), {
    token: ada.token,
    ...(method !== 'GET' && { body: {} }),
  })

/** The second step was shown so many minutes ago, by an app that the account has had for long. */
const showStep = (minutes: number) =>
  app.database.pool.query(
    `update sessions set aal = 'aal2', proof_at = $2, proof_by = 'app', step_at = $2 where user_id = $1`,
    [ada.id, new Date(app.clock.now().getTime() - minutes * minuteMs)],
  )

describe('calls of admins (docs/product/admin.md#a-second-admin)', () => {
  it('say in their contract what they ask for, each as it is listed', () => {
    const writes = calls.filter(({ method }) => method !== 'GET')
    const said = writes.map(({ name, operation }): [string, Act | undefined[]] => [
      name,
      [operation['x-asks-again'] ? 'fresh' : 'any', operation['x-second-person']] as Act,
    ])
    expect(Object.fromEntries(said)).toEqual(acts)
    const reads = calls.filter(({ method }) => method === 'GET')
    expect(reads.filter(({ operation }) => operation['x-second-person'])).toEqual([])
  })

  it('need two steps where admins do, reading and writing', async () => {
    for (const call of calls)
      expect([call.name, (await ask(call)).body.code]).toEqual([call.name, 'two_step_required'])
  })

  it('need a second step of the last 15 minutes where they say so, and no others', async () => {
    await app.database.pool.query(
      `insert into factors (user_id, type, friendly_name, secret, verified_at, created_at, updated_at, settles_at)
       values ($1, 'totp', 'Phone', $2, now(), now(), now(), now() - interval '1 day')`,
      [ada.id, Buffer.alloc(48)],
    )
    await showStep(16)
    for (const call of calls) {
      const { code } = (await ask(call)).body
      const asks = call.operation['x-asks-again'] === true
      expect([call.name, code === 'step_up_required']).toEqual([call.name, asks])
    }
  })

  it('can be proposed where a second admin agrees to them, and no others', async () => {
    await showStep(1)
    for (const [name, [, second]] of Object.entries(acts)) {
      const call = name.replace(/\{(\w+)\}/g, ':$1')
      const { body } = await app.request('POST', '/api/v1/admin/proposals', {
        token: ada.token,
        body: { call, params: { id: placeholder }, body: {} },
      })
      const isNone = body.details?.problems?.[0]?.path === 'call'
      expect([name, isNone]).toEqual([name, second !== 'own' && second !== 'own_or_much'])
    }
  })
})
