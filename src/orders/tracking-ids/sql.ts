import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, TrackingIds } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import { worthInCents } from '../rates/sql.ts'
import type { Days } from './rules.ts'

export type TrackingIdRow = NonNullable<Awaited<ReturnType<typeof selectTrackingId>>>

/**
 * Lets one transaction at a time change tracking ids, until it ends: two that overlap would otherwise each wait for the
 * other. Readers do not wait.
 */
export const lockTrackingIds = (db: Kysely<DB>) =>
  sql`lock table tracking_ids in share row exclusive mode`.execute(db)

const trackingIds = (db: Kysely<DB>) =>
  db
    .selectFrom('tracking_ids as t')
    .innerJoin('payees as y', 'y.id', 't.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .select(['t.id', 't.tag', 't.marketplace', 't.payee_id', 'p.username', 't.valid_from', 't.valid_to'])
    .select(['t.note', 't.created_at'])

export const selectTrackingId = (db: Kysely<DB>, id: string) =>
  trackingIds(db).where('t.id', '=', id).executeTakeFirst()

/** The newest first; with `q` those whose tag begins with it, or of the creator with exactly that username. */
export function selectTrackingIds(
  db: Kysely<DB>,
  { q, before, limit }: { q?: string | undefined; before?: Cursor | undefined; limit: number },
) {
  // Admins enter them one by one: there are some thousands, and a full scan is quick.
  return trackingIds(db)
    .$if(q !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([
          sql<boolean>`lower(t.tag) ^@ lower(${q})`,
          eb('p.username', '=', `${q}`.replace(/^@/, '').toLowerCase()),
        ]),
      ),
    )
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(t.created_at, t.id) < (${before?.createdAt}, ${before?.id})`),
    )
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()
}

/** The tracking id that already belongs to somebody on some of the days, in any case. */
export const selectOverlapping = (
  db: Kysely<DB>,
  { tag, marketplace, days, except }: { tag: string; marketplace: string; days: Days; except?: string },
) =>
  trackingIds(db)
    .where(sql<boolean>`lower(t.tag) = lower(${tag})`)
    .where('t.marketplace', '=', marketplace)
    .where(sql<boolean>`daterange(t.valid_from, t.valid_to) && daterange(${days.from}, ${days.until})`)
    .$if(except !== undefined, (query) => query.where('t.id', '<>', `${except}`))
    .orderBy('t.valid_from')
    .limit(1)
    .executeTakeFirst()

/** The one that was given with exactly these values. */
export const selectSameTrackingId = (
  db: Kysely<DB>,
  {
    tag,
    marketplace,
    payee_id,
    valid_from,
    valid_to,
    note,
  }: Record<'tag' | 'marketplace' | 'payee_id' | 'valid_from', string> &
    Record<'valid_to' | 'note', string | null>,
) =>
  trackingIds(db)
    .where('t.tag', '=', tag)
    .where('t.marketplace', '=', marketplace)
    .where('t.payee_id', '=', payee_id)
    .where('t.valid_from', '=', valid_from)
    .where('t.valid_to', 'is not distinct from', valid_to)
    .where('t.note', 'is not distinct from', note)
    .executeTakeFirst()

export async function insertTrackingId(db: Kysely<DB>, values: Insertable<TrackingIds>): Promise<string> {
  const { id } = await db.insertInto('tracking_ids').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateTrackingId = (
  db: Kysely<DB>,
  id: string,
  changes: { valid_to: string | null; note?: string | null },
) => db.updateTable('tracking_ids').set(changes).where('id', '=', id).execute()

export const deleteTrackingId = (db: Kysely<DB>, id: string) =>
  db.deleteFrom('tracking_ids').where('id', '=', id).execute()

/**
 * Queues every order that came by a tracking id on some days for the next matching; returns how many. They are locked
 * in the order of their ids, as in every transaction that takes rows of a queue.
 */
export async function queueOrdersOf(
  db: Kysely<DB>,
  { tag, marketplace, days }: { tag: string; marketplace: string; days: Days },
): Promise<{ orders: number; cents: number }> {
  // A main tracking id has hundreds of thousands of these.
  await sql`set local statement_timeout = 0`.execute(db)
  const { rows } = await sql<{ orders: number; cents: number }>`
    with affected as materialized (
      select order_item_id, order_date, ${worthInCents} as cents from amazon_orders
      where lower(tracking_id) = lower(${tag}) and marketplace = ${marketplace}
        and order_date >= ${days.from} and order_date < coalesce(${days.until}, 'infinity'::date)
      order by order_item_id for no key update
    ), queued as (
      insert into orders_to_match (order_item_id, order_date) select order_item_id, order_date from affected
      on conflict do nothing returning 1
    )
    select (select count(*)::int from queued) as orders, coalesce(sum(abs(cents)), 0)::bigint as cents
    from affected`.execute(db)
  return rows[0] ?? { orders: 0, cents: 0 }
}
