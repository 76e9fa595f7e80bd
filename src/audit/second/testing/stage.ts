import type { TestApp } from '../../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../../tests/harness/people.ts'
import { type Creator, contestsAt } from '../../../orders/testing/contests.ts'

/** Two admins of an app, who are creators too, and what they do to each other's money. */
export async function setSecondStage(app: TestApp) {
  const { creator, give, buy, process } = contestsAt(app)
  const run = async (statement: string, values: unknown[] = []) =>
    (await app.database.owner.pool.query(statement, values)).rows
  const admin = async (): Promise<Creator> => {
    const person = await signUpAdmin(app)
    const [{ id }] = await run('select id from payees where user_id = $1', [person.id])
    return { ...person, payeeId: id }
  }
  const as = (who: Pick<Person, 'token'>, method: string, path: string, body?: unknown, key?: string) =>
    app.request(method, `/api/v1/admin/${path}`, {
      token: who.token,
      ...(body !== undefined && { body }),
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const adjustment = ({ username }: Pick<Person, 'username'>, amount: number) => ({
    ...{ username, amount, reason: 'A correction' },
  })
  const adjust = (who: Person, whom: Pick<Person, 'username'>, amount: number) =>
    as(who, 'POST', 'adjustments', adjustment(whom, amount))
  const propose = (who: Person, call: string, asked: object, key?: string) =>
    as(who, 'POST', 'proposals', { call: call.replace(' ', ' /api/v1/admin/'), ...asked }, key)
  const proposeAdjustment = (who: Person, whom: Pick<Person, 'username'>, amount: number, key?: string) =>
    propose(who, 'POST adjustments', { body: adjustment(whom, amount) }, key)
  const approve = (who: Person, { body }: { body: { id: string } }) =>
    as(who, 'POST', `proposals/${body.id}/approve`)
  const refuse = (who: Person, { body }: { body: { id: string } }) =>
    as(who, 'POST', `proposals/${body.id}/refuse`, { reason: 'Not so' })
  /** What was added to a creator's balance by hand, in cents. */
  const adjusted = async ({ payeeId }: Pick<Creator, 'payeeId'>): Promise<number[]> =>
    (
      await run(
        `select user_amount_cents::int as cents from earnings_ledger
         where payee_id = $1 and transaction_type = 'manual_adjustment' order by sequence`,
        [payeeId],
      )
    ).map(({ cents }) => cents)
  return {
    ...{ run, as, admin, creator, give, buy, process },
    ...{ adjust, propose, proposeAdjustment, approve, refuse, adjusted },
  }
}

export type SecondStage = Awaited<ReturnType<typeof setSecondStage>>

/** That an act waits for a second person. */
export const waits = { status: 403, body: { code: 'second_admin_needed' } }
