import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { Cursor } from '../shared/cursor.ts'

type NewEntry = {
  actorId: string | null
  action: string
  subject: string
  details: Record<string, unknown>
  createdAt: Date
}

export async function insertAuditEntry(
  db: Kysely<DB>,
  { actorId, action, subject, details, createdAt }: NewEntry,
): Promise<string> {
  const values = {
    actor_id: actorId,
    action,
    subject,
    details: JSON.stringify(details),
    created_at: createdAt,
  }
  const { id } = await db.insertInto('admin_audit').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export type AuditRow = {
  id: string
  action: string
  subject: string
  details: Record<string, unknown>
  created_at: Date
  actor: string | null
  title: string | null
  asin: string | null
  day: string | null
  commission_cents: number | null
  currency: string | null
  import_change: number | null
  username: string | null
  owner_before: string | null
  owner_after: string | null
  import_id: string | null
  orders: number | null
}

/** An id in a text that may hold something else or nothing. */
const idIn = (text: RawBuilder<unknown>) =>
  sql`case when pg_input_is_valid(${text}, 'uuid') then (${text})::uuid end`

/** The username of the payee that an entry's details name. */
const payeeNamed = (path: string) => sql`(
  select f.username from payees y join profiles f on f.id = y.user_id
  where y.id = ${idIn(sql`a.details #>> ${sql.lit(path)}`)})`

/** Acts that a payout run has shown, or that nobody was shown up to an instant. */
type Alone = { runId: string } | { until: Date }

const isListed = (alone: Alone) =>
  'runId' in alone
    ? sql`m.listed_in = ${alone.runId}`
    : sql`m.listed_in is null and m.acted_at <= ${alone.until}`

/** The newest entries after a cursor, each with its subject as it is now; read by keys. */
export async function selectAuditEntries(
  db: Kysely<DB>,
  { before, limit, alone }: { before?: Cursor | undefined; limit: number; alone?: Alone },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    with chosen as materialized (
      select * from admin_audit a
      where ${before ? sql`(a.created_at, a.id) < (${before.createdAt}, ${before.id})` : sql`true`}
        and ${alone ? sql`a.id in (select m.audit_id from money_acts m where m.proposal_id is null and ${isListed(alone)})` : sql`true`}
      order by a.created_at desc, a.id desc limit ${limit}
    ), named as materialized (
      select a.*, case
        when a.action like 'order.%' or a.action = 'twins.change' then 'order'
        when a.action like 'import.%' or a.action in ('returns.decide', 'twins.decide') then 'import'
        when a.action like 'product.%' or a.action = 'click_flag.seen'
          or (a.action = 'report.dismiss' and a.details ->> 'of' = 'product') then 'product'
        when a.action like 'list.%' or (a.action = 'report.dismiss' and a.details ->> 'of' = 'list') then 'list'
        when a.action like 'run.%' then 'run'
        when a.action = 'flag.seen' then 'flag'
        else 'account' end as of, ${idIn(sql`a.subject`)} as subject_id
      from chosen a
    )
    select a.id, a.action, a.subject, a.details, a.created_at, who.username as actor,
      coalesce(o.product_title, p.title, i.file_name, l.title) as title, coalesce(o.asin, p.asin) as asin,
      o.order_date::text as day, o.commission_cents, coalesce(o.currency, i.currency) as currency,
      ((i.preview #>> '{commission,after}')::numeric - (i.preview #>> '{commission,before}')::numeric)::float8
        as import_change,
      coalesce(f.username, ${payeeNamed('{payee_id}')}) as username,
      ${payeeNamed('{before,payee_id}')} as owner_before, ${payeeNamed('{after,payee_id}')} as owner_after,
      r.import_id,
      coalesce(i.imported, (r.results ->> 'total')::int, (r.results ->> 'processed')::int)::int as orders
    from named a
    left join profiles who on who.id = a.actor_id
    left join amazon_orders o on o.order_item_id = case when a.of = 'order' then a.subject end
    left join import_batches i on i.id = case when a.of = 'import' then a.subject_id end
    left join order_runs r on r.id = case when a.of = 'run' then a.subject_id end
    left join products p on p.id = case when a.of = 'product' then a.subject_id end
    left join lists l on l.id = case when a.of = 'list' then a.subject_id end
    left join profiles f on f.id = coalesce(p.user_id, l.user_id, case when a.of = 'account' then a.subject_id end)
    order by a.created_at desc, a.id desc`.execute(db)
  return rows
}
