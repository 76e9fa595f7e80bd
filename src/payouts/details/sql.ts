import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { PayoutMethod } from './contract.ts'

/** A person's payee; none once they have deleted their account. */
export const selectPayeeId = async (db: Kysely<DB>, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('payees').select('id').where('user_id', '=', userId).executeTakeFirst())?.id

const isTakenBack = (details: string) =>
  sql`exists (select from taken_back_details t where t.details_id = ${sql.ref(details)})`

/** From when on details count; asked of the database's function only where mails have not arrived lately. */
const countsFrom = (details: string) => {
  const of = (column: string) => sql.ref(`${details}.${column}`)
  return sql<Date>`case when exists (
      select from payees y join mail_bounces b on b.user_id = y.user_id where y.id = ${of('payee_id')})
    then details_count_from(${of('payee_id')}, ${of('created_at')}, ${of('counts_from')})
    else ${of('counts_from')} end`
}

/**
 * A payee's details in force, by the database's clock: the newest that count, and the newest that will
 * (docs/product/payouts.md#payout-details). Details entered while others wait replace those; if the new ones are
 * withdrawn, the former wait on.
 */
export const standingDetails = (payee: RawBuilder<unknown>) => sql<StandingRow>`(
  select distinct on (counts) d.id, d.payee_id, d.method, d.sealed, d.key_mark, d.account_mark, d.created_at,
    case when isfinite(d.from_then) then d.from_then else d.counts_from end as counts_from,
    not isfinite(d.from_then) as rests, d.counts
  from (
    select d.*, f.from_then, f.from_then <= now() as counts
    from payout_details d, lateral (select ${countsFrom('d')} as from_then) f
    where d.payee_id = ${payee} and d.sealed is not null and not ${isTakenBack('d.id')}
      and not exists (
        select from payout_details l
        where l.payee_id = d.payee_id and l.created_at > d.created_at and l.created_at < f.from_then
          and not ${isTakenBack('l.id')})
  ) d
  order by counts, created_at desc
)`

export type StandingRow = {
  id: string
  payee_id: string
  method: PayoutMethod
  sealed: Buffer
  key_mark: Buffer
  account_mark: Buffer
  counts_from: Date
  created_at: Date
  counts: boolean
  /** They do not count as long as mails to their person do not arrive. */
  rests: boolean
}

/** A person's payout details now, and those of later. */
export async function selectStanding(
  db: Kysely<DB>,
  userId: string,
): Promise<{ current: StandingRow | null; coming: StandingRow | null }> {
  const { rows } = await sql<StandingRow>`
    select d.* from payees y, lateral ${standingDetails(sql.ref('y.id'))} d where y.user_id = ${userId}`.execute(
    db,
  )
  return {
    current: rows.find(({ counts }) => counts) ?? null,
    coming: rows.find(({ counts }) => !counts) ?? null,
  }
}

/** Adds details, which have the database's time and count seven days later. The caller has locked the account. */
export async function insertDetails(
  db: Kysely<DB>,
  values: Pick<StandingRow, 'payee_id' | 'method' | 'sealed' | 'key_mark' | 'account_mark'>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into payout_details (payee_id, method, sealed, key_mark, account_mark)
    values (${values.payee_id}, ${values.method}, ${values.sealed}, ${values.key_mark}, ${values.account_mark})
    returning id`.execute(db)
  return (rows[0] as { id: string }).id
}

/** Withdraws these details, unless they count already. */
export const takeBackWaiting = (db: Kysely<DB>, id: string) =>
  sql`
    insert into taken_back_details (details_id)
    select d.id from payout_details d
    where d.id = ${id} and ${countsFrom('d')} > clock_timestamp() and not ${isTakenBack('d.id')}`.execute(db)

/** Withdraws all details of a payee that do not count yet. Returns whether there were any. */
export async function takeBackComing(db: Kysely<DB>, payeeId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into taken_back_details (details_id)
    select d.id from payout_details d
    where d.payee_id = ${payeeId} and ${countsFrom('d')} > clock_timestamp() and not ${isTakenBack('d.id')}`.execute(
    db,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Erases the contents of payees' details; the database refuses it for people who have not left. */
export const eraseDetails = (db: Kysely<DB>, payeeIds: string[], { but }: { but?: string } = {}) =>
  db
    .updateTable('payout_details')
    .set({ sealed: null, account_mark: null })
    .where('payee_id', '=', (of) => of.fn.any(of.val(payeeIds)))
    .where('sealed', 'is not', null)
    .$if(but !== undefined, (all) => all.where('id', '<>', but ?? ''))
    .execute()

/** Erases the contents of details that were replaced or withdrawn a month ago. */
export const eraseReplaced = (db: Kysely<DB>) =>
  sql`
    update payout_details d set sealed = null, account_mark = null
    where sealed is not null and (
      exists (
        select from taken_back_details t
        where t.details_id = d.id and t.taken_back_at < clock_timestamp() - interval '1 month')
      or exists (
        select from payout_details l
        where l.payee_id = d.payee_id and l.created_at > d.created_at
          and ${countsFrom('l')} < clock_timestamp() - interval '1 month' and not ${isTakenBack('l.id')}))`.execute(
    db,
  )

/**
 * Makes the details that did not count at `madeAt` count seven days from now. These rows are history to the app's
 * account, and to the owner while their triggers are on: only a restore moves these times, since details that waited
 * then would count by now.
 */
export async function restartWaiting(db: Kysely<DB>, madeAt: Date): Promise<void> {
  await sql`alter table payout_details disable trigger user`.execute(db)
  await sql`update payout_details set counts_from = clock_timestamp() + interval '7 days'
    where counts_from > ${madeAt}`.execute(db)
  await sql`alter table payout_details enable trigger user`.execute(db)
}

/** When details begin to count. */
export const selectCountsFrom = async (db: Kysely<DB>, id: string): Promise<Date | undefined> =>
  (await db.selectFrom('payout_details').select('counts_from').where('id', '=', id).executeTakeFirst())
    ?.counts_from

/**
 * Details that wait anew since mails to their person arrive again, and of which no mail has been taken since: whoever
 * missed the first one hears of them now.
 */
export async function selectUntold(db: Kysely<DB>): Promise<{ user_id: string; details_id: string }[]> {
  const { rows } = await sql<{ user_id: string; details_id: string }>`
    select b.user_id, d.id as details_id
    from (
      select user_id, max(ended_at) as ended_at from mail_bounces
      group by user_id having bool_and(ended_at is not null)
    ) b
    join payees y on y.user_id = b.user_id,
      lateral ${standingDetails(sql.ref('y.id'))} d
    where not d.counts and d.created_at < b.ended_at
      and not exists (select from mails_sent m where m.id = 'payout-details-' || d.id and m.at >= b.ended_at)`.execute(
    db,
  )
  return rows
}

/** The proven address of a person who can sign in. */
export const selectProvenAddress = async (db: Kysely<DB>, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst()
  )?.email

/** How many details are in force, and how many of them have another key than this one. */
export async function countDetails(db: Kysely<DB>, keyMark: Buffer | null) {
  const { rows } = await sql<{ all: number; lost: number }>`
    select count(*) as all, count(*) filter (where d.key_mark is distinct from ${keyMark}::bytea) as lost
    from (select distinct payee_id from payout_details) p, lateral ${standingDetails(sql.ref('p.payee_id'))} d`.execute(
    db,
  )
  return rows[0] as { all: number; lost: number }
}
