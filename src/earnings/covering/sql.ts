import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { isOfHeldOrder, withPostedOn } from '../reading/balances-sql.ts'

/** The state of a payee's ledger when a payout was drafted: its last row then, if known, and the day. */
export type Moment = {
  at: Date
  /** The reports' day. */
  day: string
  through: number | null
}

/** Whether a row `l` was in the ledger by then. */
const isWritten = ({ at, through }: Moment) =>
  through === null ? sql`l.created_at <= ${at}` : sql`l.sequence <= ${through}`

const isPayout = sql`l.transaction_type in ('payout', 'payout_reversal')`

/** Whether a row `l` counted as posted then: by its day, and not under review. */
const wasPosted = (then: Moment | null): RawBuilder<unknown> =>
  then === null
    ? sql`false`
    : sql`(${isWritten(then)} and not ${isPayout} and l.posted_on <= ${then.day}::date and coalesce((
        select h.place % 2 = 0 from earnings_holds h
        where h.order_item_id = l.order_item_id and h.payee_id = l.payee_id and h.created_at <= ${then.at}
        order by h.place desc limit 1
      ), true))`

/** Whether the order or the month of a row `l` was held then. */
const wasHeld = ({ at }: Moment) => sql`exists (
  select from payout_holds h
  where h.set_at <= ${at} and (h.ended_at is null or h.ended_at > ${at})
    and (${isOfHeldOrder(sql`l.earning_month`)} or (h.marketplace, h.earning_month) = (l.marketplace, l.earning_month)))`

/** A payee's rows with their changes between two payouts: newly posted, no longer posted, or returned payouts. */
const changes = (payeeId: string, { before, now }: Between) => sql`
  with own as (
    select id, sequence, payee_id, order_item_id, transaction_type, reason, gross_commission_cents, platform_fee_cents,
      user_amount_cents, created_at, available_on, marketplace,
      coalesce(counts_month, earning_month) as earning_month
    from earnings_ledger where payee_id = ${payeeId}
  )
  select l.id, l.sequence, l.is_payout, l.is_held, l.was_posted, l.is_posted, l.is_written,
    case
      -- Returned payouts, and amounts paid beyond a run's payouts: only those have no reason.
      when l.transaction_type = 'payout_reversal' or (l.is_payout and l.reason is not null) then case when l.is_written and not l.was_written then l.cents else 0 end
      else (l.is_posted::int - l.was_posted::int) * l.cents
    end as change, l.cents, l.transaction_type,
    (l.is_posted::int - l.was_posted::int) * l.gross as gross_change,
    (l.is_posted::int - l.was_posted::int) * l.fee as fee_change
  from (
    select l.id, l.sequence, l.transaction_type, l.reason, l.user_amount_cents as cents, l.gross_commission_cents as gross,
      l.platform_fee_cents as fee, ${isPayout} as is_payout,
      ${isWritten(now)} as is_written, ${before === null ? sql`false` : isWritten(before)} as was_written,
      ${wasPosted(now)} as is_posted, ${wasPosted(before)} as was_posted, ${wasHeld(now)} as is_held
    from (${withPostedOn(sql`own`)}) l
  ) l`

type Between = { before: Moment | null; now: Moment }

export type Covered = {
  /** Posted by then, and the part of it that was paid out before, less returned payouts. */
  posted: number
  paid: number
  /** The sum of posted rows whose order or month was held. */
  held: number
  /** The changes since the payout before: all of `changes`. */
  changed: number
  /** The same by kind; the five add up to it. */
  sales: number
  returns: number
  fee: number
  by_hand: number
  came_back: number
}

/** What a payout covers, in cents. */
export async function selectCovered(db: Kysely<DB>, payeeId: string, between: Between): Promise<Covered> {
  const { rows } = await sql<Covered>`
    select coalesce(sum(cents) filter (where is_posted), 0)::bigint as posted,
      coalesce(-sum(cents) filter (where is_payout and is_written), 0)::bigint as paid,
      coalesce(sum(cents) filter (where is_posted and is_held), 0)::bigint as held,
      coalesce(sum(change), 0)::bigint as changed,
      coalesce(sum(gross_change) filter (where transaction_type in ('commission', 'adjustment')), 0)::bigint as sales,
      coalesce(sum(gross_change) filter (where transaction_type = 'return'), 0)::bigint as returns,
      coalesce(-sum(fee_change) filter (where transaction_type in ('commission', 'adjustment', 'return')), 0)::bigint as fee,
      coalesce(sum(change) filter (where transaction_type = 'manual_adjustment'), 0)::bigint as by_hand,
      coalesce(sum(change) filter (where is_payout), 0)::bigint as came_back
    from (${changes(payeeId, between)}) c`.execute(db)
  return rows[0] as Covered
}

/** The rows that a payout covers, the newest first, each with its change in cents. */
export async function selectCoveredRows(
  db: Kysely<DB>,
  payeeId: string,
  between: Between,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ id: string; sequence: number; change: number }[]> {
  const { rows } = await sql<{ id: string; sequence: number; change: number }>`
    select id, sequence, change from (${changes(payeeId, between)}) c
    where change <> 0 ${before === undefined ? sql`` : sql`and sequence < ${before}`}
    order by sequence desc limit ${limit}`.execute(db)
  return rows
}
