import { expect } from 'vitest'
import type { TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { post } from '../../earnings/testing/ledger.ts'
import { ageDetails } from './age-details.ts'

export type Payee = Person & { payeeId: string }
type PayeeOptions = { account?: string; method?: string; name?: string }

/** Two admins and what they do to pay people, in a test app whose clock stands at `now`. */
export async function setPayoutStage(app: TestApp, now: Date) {
  app.clock.set(now)
  const ada = await signUpAdmin(app)
  const bob = await signUpAdmin(app)
  const run = async (statement: string, values: unknown[] = []) =>
    (await app.database.owner.pool.query(statement, values)).rows
  const as = ({ token }: Person, method: string, path: string, body?: unknown) =>
    app.request(method, `/api/v1/admin/${path}`, { token, ...(body !== undefined && { body }) })
  const due = async () => (await as(ada, 'GET', 'payouts/due')).body

  /** Somebody with posted earnings, and details that count where there is an account. */
  async function payee(
    cents: number,
    { account, method = 'paypal', name = 'Maya Okafor' }: PayeeOptions = {},
  ): Promise<Payee> {
    const at = app.clock.now()
    const person = await signUp(app)
    await proveAddress(app, person)
    const [{ id: payeeId }] = await run('select id from payees where user_id = $1', [person.id])
    if (cents !== 0) await post(app, { payeeId }, [{ gross: cents, at, availableOn: '2026-11-01' }])
    if (account) {
      const body = { method, account, legal_name: name, country: 'DE', password: person.password }
      await app.request('PUT', '/api/v1/me/payout-details', { token: person.token, body })
      await ageDetails(app.database, 8, payeeId)
    }
    return { ...person, payeeId }
  }
  const draft = async (by = ada) => as(by, 'POST', 'payout-runs', { total: (await due()).total })
  const linesOf = async (id: string) => (await as(ada, 'GET', `payout-runs/${id}/lines`)).body.items
  /** A run of all who are due, drafted by one admin and approved by the other. */
  async function approveAll() {
    const { body } = await draft()
    const answer = await as(bob, 'POST', `payout-runs/${body.id}/approve`)
    expect(answer.status).toBe(200)
    return { run: answer.body, lines: await linesOf(body.id) }
  }
  /** The same of these payees. */
  async function approved(...lines: [number, PayeeOptions][]) {
    const payees: Payee[] = []
    for (const line of lines) payees.push(await payee(...line))
    return { ...(await approveAll()), payees }
  }
  const ledgerOf = ({ payeeId }: Pick<Payee, 'payeeId'>) =>
    run(
      `select transaction_type as type, user_amount_cents::int as cents from earnings_ledger
       where payee_id = $1 and order_item_id is null order by sequence`,
      [payeeId],
    )
  const payoutsOf = async ({ token }: Person) =>
    (await app.request('GET', '/api/v1/me/payouts', { token })).body.items
  /** Nobody is due any more, as between tests, and nothing counts towards a limit: those go by the machine's time. */
  async function beginAnew() {
    await run('delete from rate_limits')
    for (const { username, amount } of (await due()).due)
      await as(ada, 'POST', 'adjustments', { username, amount: -amount, reason: 'Begins anew' })
  }
  return {
    ada,
    bob,
    run,
    as,
    due,
    payee,
    draft,
    linesOf,
    approveAll,
    approved,
    ledgerOf,
    payoutsOf,
    beginAnew,
  }
}

export type PayoutStage = Awaited<ReturnType<typeof setPayoutStage>>
