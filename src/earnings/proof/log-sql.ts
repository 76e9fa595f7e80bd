import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { CheckpointRow } from '../log/sql.ts'

/**
 * Sealed rows and ties that are not in the log, and entries of the log at a wrong place or without a row or tie. Ties
 * may wait for the log for a day, and are reported after two.
 */
export const wrongLog: RawBuilder<unknown> = sql`
  select 'payee ' || l.payee_id || ', row ' || l.sequence || ': is not in the log' as line
  from earnings_ledger l left join posting_runs r on r.id = l.posting_run_id
  where (l.posting_run_id is null or r.finished_at is not null)
    and not exists (select from ledger_log g where g.entry_id = l.id)
  union all
  select 'payee ' || t.payee_id || ', tie ' || t.id || ': is not in the log'
  from payee_ties t left join payee_ties_to_log w on w.tie_id = t.id
  where (w.tie_id is null or t.made_at < now() - interval '2 days')
    and not exists (select from ledger_log g where g.entry_id = t.id)
  union all
  select 'row ' || position || ' of the log: ' || case
    when nth <> position then 'is number ' || nth
    when entry is null then 'there is no such ledger row or tie'
    else 'is not the hash of its ledger row or tie' end
  from (
    select g.position, g.hash, coalesce(l.id, t.id) as entry, coalesce(l.hash, t.hash) as hash_of_row,
      row_number() over (order by g.position) - 1 as nth
    from ledger_log g left join earnings_ledger l on l.id = g.entry_id left join payee_ties t on t.id = g.entry_id
  ) g
  where nth <> position or hash_of_row is distinct from hash`

/** Nodes of the log that differ from the two below them, are missing, or have no two complete halves. */
export const wrongNodes: RawBuilder<unknown> = sql`
  with halves as (
    select 0 as level, position as place, sha256('\\x00'::bytea || hash) as hash from ledger_log
    union all
    select level, place, hash from ledger_log_nodes
  ), counted as (
    select level + 1 as level, place >> 1 as place, sha256('\\x01'::bytea || hash || next) as hash
    from (
      select *, lead(hash) over side as next, lead(place) over side as next_place from halves
      window side as (partition by level order by place)
    ) l
    where place % 2 = 0 and next_place = place + 1
  )
  select 'node ' || place || ' of level ' || level || ': ' || case when n.hash is null then 'is missing'
    when c.hash is null then 'has no two nodes below it' else 'is not the hash of what is below it' end as line
  from ledger_log_nodes n full join counted c using (level, place)
  where n.hash is distinct from c.hash`

/** Checkpoints after a size, the smallest first, each with the root that the log has there. */
export async function selectCheckpointsWithRoots(
  db: Kysely<DB>,
  { after, limit }: { after: number; limit: number },
): Promise<(CheckpointRow & { log_root: Buffer | null })[]> {
  return db
    .selectFrom('ledger_checkpoints')
    .selectAll()
    .select(sql<Buffer | null>`ledger_log_root(size)`.as('log_root'))
    .where('size', '>', after)
    .orderBy('size')
    .limit(limit)
    .execute()
}
