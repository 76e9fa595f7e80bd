import type pg from 'pg'
import { tableOwners } from '../../db/table-owners.ts'
import type { Finding } from '../report.ts'

type Slice = keyof typeof tableOwners

/** What one thing takes on disk, in bytes: the tables of some slices with their indexes, by the number of things. */
export async function bytesEach(pool: pg.Pool, slices: Slice[], count: number): Promise<number> {
  const tables = slices.flatMap((slice) => tableOwners[slice])
  // A partitioned table has its rows in its parts, and only those are of such a tree.
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(coalesce(part.relid, name::regclass)))::float8 as bytes
     from unnest($1::text[]) as name left join pg_partition_tree(name::regclass) as part on true`,
    [tables],
  )
  return (rows[0]?.bytes ?? 0) / count
}

/** A finding of the bytes that one thing takes. */
export const bytesFinding = (what: string, bytes: number): Finding => ({
  what: `disk for ${what}, with indexes`,
  measured: `${Math.round(bytes).toLocaleString('en')} bytes`,
  target: null,
  met: null,
})
