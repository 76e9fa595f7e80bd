import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { DB, OrderRuns } from '../../platform/database/schema.ts'
import { isReported } from '../reported-sql.ts'

export type RunRow = Selectable<OrderRuns> & { actor: string | null }
type NewRun = Pick<Selectable<OrderRuns>, 'kind' | 'import_id' | 'change_id' | 'actor_id' | 'created_at'>

/** After this time without a committed step or a heartbeat another process may take a run over. */
export const leaseSeconds = 20

// By the database's clock: processes on several machines compare it.
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

const runs = (db: Kysely<DB>) =>
  db
    .selectFrom('order_runs as r')
    .leftJoin('profiles as p', 'p.id', 'r.actor_id')
    .selectAll('r')
    .select('p.username as actor')

export const insertRun = async (db: Kysely<DB>, run: NewRun): Promise<string> => {
  const { id } = await db.insertInto('order_runs').values(run).returning('id').executeTakeFirstOrThrow()
  return id
}

export const selectRun = (db: Kysely<DB>, id: string): Promise<RunRow | undefined> =>
  runs(db).where('r.id', '=', id).executeTakeFirst()

/** Lets one transaction at a time add runs, until the caller's ends. */
export const lockAdding = (db: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks.addingRuns})`.execute(db)

/** A run of that kind and import or change that has not begun and is not to stop. */
export const selectWaitingRun = (
  db: Kysely<DB>,
  { kind, import_id, change_id }: Pick<RunRow, 'kind' | 'import_id' | 'change_id'>,
) =>
  db
    .selectFrom('order_runs')
    .where('kind', '=', kind)
    .where('import_id', 'is not distinct from', import_id)
    .where('change_id', 'is not distinct from', change_id)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    // Locked, so that it cannot begin before the caller's changes are committed.
    .forUpdate()
    .select('id')
    .executeTakeFirst()

/** Runs under way or waiting: the one under way first, then the oldest. */
export const selectOpenRuns = (db: Kysely<DB>): Promise<RunRow[]> =>
  runs(db)
    .where('r.state', 'in', ['waiting', 'running'])
    .orderBy(sql`(r.state = 'running')`, 'desc')
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(100)
    .execute()

/** The newest finished run of each of these kinds. */
export const selectLastRuns = (db: Kysely<DB>, kinds: RunRow['kind'][]): Promise<RunRow[]> =>
  db
    .selectFrom(sql<{ kind: string }>`unnest(${kinds}::text[])`.as<'k'>(sql`k(kind)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('order_runs')
          .whereRef('order_runs.kind', '=', sql.ref('k.kind'))
          .where('order_runs.state', 'in', ['done', 'failed', 'stopped'])
          .orderBy('order_runs.created_at', 'desc')
          .orderBy('order_runs.id', 'desc')
          .limit(1)
          .selectAll()
          .as('r'),
      (join) => join.onTrue(),
    )
    .leftJoin('profiles as p', 'p.id', 'r.actor_id')
    .selectAll('r')
    .select('p.username as actor')
    .execute()

/** The newest run of an import. */
export const selectRunOfImport = (db: Kysely<DB>, importId: string): Promise<RunRow | undefined> =>
  runs(db)
    .where('r.import_id', '=', importId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest run of a change of the ship date. */
export const selectRunOfChange = (db: Kysely<DB>, changeId: string): Promise<RunRow | undefined> =>
  runs(db)
    .where('r.change_id', '=', changeId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Takes the next run if nobody has it: the one under way whose process is dead, else the oldest that waits. The
 * unique index of running runs refuses a second one, with a unique violation.
 */
export const claimRun = (
  db: Kysely<DB>,
  token: string,
  at: Date,
): Promise<Selectable<OrderRuns> | undefined> =>
  db
    .updateTable('order_runs')
    .set((eb) => ({
      state: 'running',
      lease_token: token,
      lease_until: leaseEnd,
      started_at: eb.fn.coalesce('started_at', eb.val(at)),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('order_runs')
        .where('state', 'in', ['waiting', 'running'])
        .orderBy(sql`(state = 'running')`, 'desc')
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .select('id'),
    )
    // A lease that ends much later than any can was given while the clock was ahead (decision 71).
    .where(
      sql<SqlBool>`(state = 'waiting' or (state = 'running' and
        (lease_until < clock_timestamp() or lease_until > ${leaseEnd} + interval '1 hour')))`,
    )
    .returningAll()
    .executeTakeFirst()

/** Renews the lease, and stores the progress if it is given; undefined when the lease is no longer ours. */
export const renewRun = (
  db: Kysely<DB>,
  { id, token }: { id: string; token: string },
  rows?: { done: number; total?: number },
) =>
  db
    .updateTable('order_runs')
    .set({
      lease_until: leaseEnd,
      ...(rows && { rows_done: rows.done }),
      ...(rows?.total !== undefined && { rows_total: rows.total }),
    })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .returning('stop_requested_at')
    .executeTakeFirst()

type End =
  | { state: 'done'; results: string }
  | { state: 'failed'; error_code: string; error_message: string }
  | { state: 'stopped' }

/** Ends the run, unless another process has its lease. */
export const endRun = (
  db: Kysely<DB>,
  { id, token, at }: { id: string; token: string; at: Date },
  end: End,
) =>
  db
    .updateTable('order_runs')
    .set({ ...end, finished_at: at, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .execute()

/** Gives a run back that this process cannot continue. The attempt does not count unless `countsAttempt`. */
export const releaseRun = (
  db: Kysely<DB>,
  { id, token }: { id: string; token: string },
  { countsAttempt = false } = {},
) =>
  db
    .updateTable('order_runs')
    .set((eb) => ({
      state: 'waiting',
      lease_token: null,
      lease_until: null,
      attempts: eb('attempts', '-', countsAttempt ? 0 : 1),
    }))
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .execute()

/** Asks a run to stop: one that waits is stopped at once. Undefined when it is over. */
export const requestStop = (db: Kysely<DB>, id: string, at: Date) =>
  db
    .updateTable('order_runs')
    .set({
      stop_requested_at: sql`coalesce(stop_requested_at, ${at})`,
      state: sql`case state when 'waiting' then 'stopped' else state end`,
      finished_at: sql`case state when 'waiting' then ${at}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .executeTakeFirst()

type OrderCounts = {
  has_orders: boolean
  waiting_for_match: number
  provisional: number
  waiting_for_calculation: number
  under_review: number
  evidence_disagrees: number
  returns_asked: number
}

/**
 * Whether there are orders, and how many wait in each queue or for an admin or are provisional. Each count reads one
 * index.
 */
export async function countOrders(db: Kysely<DB>): Promise<OrderCounts> {
  const { rows } = await sql<OrderCounts>`
    select coalesce((select true from amazon_orders order by order_item_id limit 1), false) as has_orders,
      (select count(*) from orders_to_match) as waiting_for_match,
      (select count(*) from order_matches m where is_provisional
        and (select ${isReported} from amazon_orders o where o.order_item_id = m.order_item_id)) as provisional,
      (select count(*) from orders_to_post) as waiting_for_calculation,
      (select count(*) from amazon_orders where review_reason is not null)
        + (select count(*) from order_matches m where review is not null and exists (
            select from amazon_orders o
            where o.order_item_id = m.order_item_id and o.observation_id is not null and o.review_reason is null
            offset 0)) as under_review,
      (select count(*) from order_disagreements) as evidence_disagrees,
      (select count(*) from asked_returns) as returns_asked`.execute(db)
  return rows[0] as OrderCounts
}

/** Which of some marketplaces have a live product whose link leads to a known item. */
export async function selectMarketplacesInUse(db: Kysely<DB>, marketplaces: string[]): Promise<string[]> {
  const { rows } = await sql<{ marketplace: string }>`
    select m.marketplace from unnest(${marketplaces}::text[]) with ordinality as m (marketplace, n)
    where exists (
      select from products p
      where p.marketplace = m.marketplace and not p.asin_is_made_up and p.deleted_at is null offset 0)
    order by n`.execute(db)
  return rows.map(({ marketplace }) => marketplace)
}

/** The process id of the transaction's connection in PostgreSQL. */
export async function selectConnection(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return (rows[0] as { pid: number }).pid
}

/** Cancels the statement under way on a connection. */
export const cancelStatement = (db: Kysely<DB>, connection: number) =>
  sql`select pg_cancel_backend(${connection})`.execute(db)
