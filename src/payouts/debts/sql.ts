import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { standingDetails } from '../details/sql.ts'
import type { Former } from '../former-contract.ts'
import { formerOf } from '../former-sql.ts'

/** The total debt of an unclaimed former payee `c` in cents: pending earnings pay it first. */
const owedOf = sql`(
  select -coalesce(sum(q.user_amount_cents + q.paid_cents), 0)::bigint from earnings_quarters q where q.payee_id = c.payee_id)`

/**
 * Debts that concern an account: of former payees who were paid at it, unless an admin has decided that they are
 * others.
 */
const askedAt = (mark: RawBuilder<unknown>, payee: RawBuilder<unknown>) => sql`
  payee_claims c
  where c.claimed_by is null and c.account_mark = ${mark} and ${owedOf} > 0
    and not exists (
      select from debt_answers a where (a.payee_id, a.of_payee_id, a.moved_cents) = (c.payee_id, ${payee}, 0))`

/** Whether an admin first has to decide whose the debt is that belongs to an account with this mark. */
export const asksDebt = (mark: RawBuilder<unknown>, payee: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${askedAt(mark, payee)})`

/** The same debts for a payee's details in force, the first who left first. */
export async function selectAskedDebts(
  db: Kysely<DB>,
  payeeId: string,
): Promise<{ payee_id: string; former: Former; owed: number }[]> {
  const { rows } = await sql<{ payee_id: string; former: Former; owed: number }>`
    select c.payee_id, ${formerOf('c.payee_id')} as former, ${owedOf} as owed
    from ${askedAt(
      sql`any (array(select d.account_mark from ${standingDetails(sql`${payeeId}::uuid`)} d))`,
      sql`${payeeId}::uuid`,
    )} order by c.left_at, c.payee_id`.execute(db)
  return rows
}

/** Unclaimed debts of this key, with the mark of their address. */
export async function selectUnclaimedDebts(db: Kysely<DB>, keyMark: Buffer) {
  const { rows } = await sql<{ payee_id: string; address_mark: Buffer }>`
    select c.payee_id, c.address_mark from payee_claims c
    where c.claimed_by is null and c.key_mark = ${keyMark} and ${owedOf} > 0
    order by c.payee_id`.execute(db)
  return rows
}

/** Payees with a proven address and payout details. */
export async function selectPayable(db: Kysely<DB>): Promise<{ payee_id: string; email: string }[]> {
  const { rows } = await sql<{ payee_id: string; email: string }>`
    select y.id as payee_id, u.email from payees y join users u on u.id = y.user_id
    where u.email_verified_at is not null
      and exists (select from payout_details d where d.payee_id = y.id and d.sealed is not null)
    order by y.id`.execute(db)
  return rows
}

/** When a person left, when their ledger last changed, and whether somebody has claimed their balance. */
export async function selectFormerState(db: Kysely<DB>, payeeId: string) {
  const { rows } = await sql<{ left_at: Date; changed_at: Date; is_claimed: boolean }>`
    select f.left_at, coalesce((
        select l.created_at from earnings_ledger l where l.payee_id = f.payee_id order by l.sequence desc limit 1
      ), f.left_at) as changed_at,
      exists (select from payee_claims c where c.payee_id = f.payee_id and c.claimed_by is not null) as is_claimed
    from former_payees f where f.payee_id = ${payeeId}`.execute(db)
  return rows[0]
}

type Debt = { payeeId: string; cents: number; reason: string; at: Date }

/** Records that the platform bears a debt. */
export async function insertWriteOff(db: Kysely<DB>, { payeeId, cents, reason, at }: Debt): Promise<string> {
  const { id } = await db
    .insertInto('write_offs')
    .values({ payee_id: payeeId, amount_cents: cents, reason, written_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Records an admin's decision whose a debt is. */
export async function insertDebtAnswer(
  db: Kysely<DB>,
  { payeeId, ofPayeeId, cents, reason, at }: Debt & { ofPayeeId: string },
): Promise<string> {
  const { id } = await db
    .insertInto('debt_answers')
    .values({ payee_id: payeeId, of_payee_id: ofPayeeId, moved_cents: cents, reason, answered_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * How much a row took from a payee for a former payee's debt, in cents, and whose payee it is; null once they have
 * left.
 */
export async function selectFollowedDebt(
  db: Kysely<DB>,
  reference: string,
): Promise<{ cents: number; user_id: string | null } | undefined> {
  const { rows } = await sql<{ cents: number; user_id: string | null }>`
    select -l.user_amount_cents as cents, y.user_id
    from earnings_ledger l join payees y on y.id = l.payee_id
    where l.order_item_id is null and l.transaction_type = 'manual_adjustment'
      and l.evidence ->> 'reference' = ${reference}`.execute(db)
  return rows[0]
}
