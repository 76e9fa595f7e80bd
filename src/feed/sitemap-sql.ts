import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** Ids from `first` up to, and without, `end`. */
type IdRange = { first: string; end: string }

/** An address of the site: the short link or username it shows, and when that was last changed. */
type SitemapRow = { name: string; changed_at: Date }

/**
 * The ranges of `size` products each, from the first ever published, numbered from 1. Deleted ones count too, so that
 * no product ever moves to another range; ranges without live products are left out.
 */
export const selectProductRanges = (db: Kysely<DB>, size: number) =>
  rangesOf(db, size, sql`products`, sql`x.deleted_at is null and not x.unlisted`)

/** The ranges of public lists. */
export const selectListRanges = (db: Kysely<DB>, size: number) =>
  rangesOf(
    db,
    size,
    sql`lists`,
    sql`x.is_shown and not exists (select from profiles a where a.id = x.user_id and a.is_suspended)`,
  )

/** The ranges of people: those in which someone has a product. */
export const selectProfileRanges = (db: Kysely<DB>, size: number) => {
  const hasProduct = sql`not x.is_suspended and exists (
    select from products p where p.user_id = x.id and p.deleted_at is null and not p.unlisted)`
  return rangesOf(db, size, sql`profiles`, hasProduct)
}

async function rangesOf(
  db: Kysely<DB>,
  size: number,
  table: RawBuilder<unknown>,
  isShown: RawBuilder<unknown>,
): Promise<(IdRange & { number: number })[]> {
  const { rows } = await sql<IdRange & { number: number }>`
    with positions as (
      select id, (row_number() over (order by id))::int - 1 as position from ${table}),
    ranges as (
      select position / ${size}::int + 1 as number, id as first,
        lead(id, 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff') over (order by id) as "end"
      from positions where position % ${size}::int = 0)
    select * from ranges r
    where exists (select from ${table} x where ${isShown} and x.id >= r.first and x.id < r."end")
    order by number`.execute(db)
  return rows
}

/** The short links of a range's products, at most `limit`. */
export async function selectSitemapProducts(
  db: Kysely<DB>,
  { first, end }: IdRange,
  limit: number,
): Promise<SitemapRow[]> {
  const { rows } = await sql<SitemapRow>`
    select l.id as name, p.updated_at as changed_at
    from products p
    cross join lateral (
      select s.id from short_links s where s.product_id = p.id and not s.is_of_list order by s.created_at limit 1) as l
    where p.deleted_at is null and not p.unlisted and p.id >= ${first} and p.id < ${end}
    order by p.id limit ${limit}`.execute(db)
  return rows
}

/** The usernames of a range's people who have products, at most `limit`. */
export async function selectSitemapProfiles(
  db: Kysely<DB>,
  { first, end }: IdRange,
  limit: number,
): Promise<SitemapRow[]> {
  const { rows } = await sql<SitemapRow>`
    select a.username as name, greatest(a.updated_at, newest.created_at) as changed_at
    from profiles a
    cross join lateral (
      select p.created_at from products p where p.user_id = a.id and p.deleted_at is null and not p.unlisted
      order by p.created_at desc limit 1) as newest
    where not a.is_suspended and a.id >= ${first} and a.id < ${end}
    order by a.id limit ${limit}`.execute(db)
  return rows
}

/** The paths of a range's public lists, at most `limit`. */
export async function selectSitemapLists(
  db: Kysely<DB>,
  { first, end }: IdRange,
  limit: number,
): Promise<SitemapRow[]> {
  const { rows } = await sql<SitemapRow>`
    select a.username || '/' || l.slug as name, l.updated_at as changed_at
    from lists l join profiles a on a.id = l.user_id
    where l.is_shown and not a.is_suspended
      and l.id >= ${first} and l.id < ${end}
    order by l.id limit ${limit}`.execute(db)
  return rows
}
