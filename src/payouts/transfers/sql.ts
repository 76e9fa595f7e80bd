import { type Insertable, type Kysely, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB, Receipts } from '../../platform/database/schema.ts'

export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof selectReceipt>>>

const receipts = (db: Kysely<DB>) =>
  db
    .selectFrom('receipts as r')
    .leftJoin('profiles as p', 'p.id', 'r.recorded_by')
    .leftJoin('profiles as v', 'v.id', 'r.reversed_by')
    .select(['r.id', 'r.marketplace', 'r.amount_cents', 'r.received_on', 'r.reference', 'r.recorded_at'])
    .select(['r.reversed_at', 'r.reversal_reason', 'p.username as recorded_by', 'v.username as reversed_by'])
    .select(sql<string>`to_char(r.earning_month, 'YYYY-MM')`.as('month'))

export const selectReceipt = (db: Kysely<DB>, id: string) =>
  receipts(db).where('r.id', '=', id).executeTakeFirst()

/** The receipts of the months between two days, the newest first. */
export const selectReceipts = (db: Kysely<DB>, { from, until }: { from: string; until: string }) =>
  receipts(db)
    .where('r.earning_month', '>=', from)
    .where('r.earning_month', '<', until)
    .orderBy('r.recorded_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()

/** What was received for each month of a marketplace: the sum of its receipts that stand, in cents. */
export async function selectReceived(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<{ marketplace: string; month: string; cents: number }[]> {
  const { rows } = await sql<{ marketplace: string; month: string; cents: number }>`
    select marketplace, to_char(earning_month, 'YYYY-MM') as month, sum(amount_cents)::bigint as cents from receipts
    where reversed_at is null and earning_month between ${`${from}-01`} and ${`${to}-01`}
    group by 1, 2`.execute(db)
  return rows
}

export async function insertReceipt(db: Kysely<DB>, values: Insertable<Receipts>): Promise<string> {
  const { id } = await db.insertInto('receipts').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Whether this receipt stood until now. */
export async function reverseReceiptOf(
  db: Kysely<DB>,
  id: string,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receipts')
    .set({ reversed_at: at, reversed_by: by, reversal_reason: reason })
    .where('id', '=', id)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Which of these people have something of a month that Amazon pays for. */
export async function selectPaidByMonth(
  db: Kysely<DB>,
  { marketplace, month }: { marketplace: string; month: string },
  userIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select y.user_id from payees y
    where y.user_id = any (${uuidArray(userIds)}::uuid[]) and exists (
      select from earnings_quarters q
      where q.payee_id = y.id and (q.marketplace, q.earning_month) = (${marketplace}, ${`${month}-01`}::date))`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}
