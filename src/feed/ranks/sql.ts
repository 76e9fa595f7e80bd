import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { DB } from '../../platform/database/schema.ts'

/** Makes other rankings wait until the transaction ends. */
export const lockRanking = (db: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks.productRanking})`.execute(db)

/**
 * Scores the live, listed products of proven accounts by their networks from the day `first` on. Writes only what has
 * changed. Somebody whose account is being deleted is left out, since both transactions would wait for each other.
 */
export async function writeProductRanks(db: Kysely<DB>, first: string): Promise<void> {
  await sql`
    with ranked as materialized (
      select p.id, p.user_id, p.marketplace, p.asin, n.score
      from (
        select product_id, sum(networks)::int as score from click_networks where day >= ${first}::date group by 1
      ) n
      join products p on p.id = n.product_id and p.deleted_at is null and not p.unlisted
      join users u on u.id = p.user_id and u.email_verified_at is not null
      where n.score > 0
    ), gone as (
      delete from product_ranks r where not exists (select from ranked where ranked.id = r.product_id)
    )
    insert into product_ranks (product_id, user_id, marketplace, asin, score)
    select id, user_id, marketplace, asin, score from ranked
    where not exists (
        select from product_ranks r
        where (r.product_id, r.marketplace, r.asin, r.score) = (ranked.id, ranked.marketplace, ranked.asin, ranked.score)
      )
      and exists (select from users a where a.id = ranked.user_id for key share skip locked)
    order by id
    on conflict (product_id) do update
      set marketplace = excluded.marketplace, asin = excluded.asin, score = excluded.score`.execute(db)
}

/**
 * Places the best of each category, at most `most`, by their scores: at most one of a person, and one of an item.
 * Writes only what has changed.
 */
export async function writeCategoryRanks(db: Kysely<DB>, most: number): Promise<void> {
  await sql`
    with of_person as (
      select distinct on (c.category_id, r.user_id) c.category_id, r.product_id, r.marketplace, r.asin, r.score
      from product_ranks r join product_categories c on c.product_id = r.product_id and not c.unlisted
      order by c.category_id, r.user_id, r.score desc, r.product_id desc
    ), of_item as (
      select distinct on (category_id, marketplace, asin) *
      from of_person
      order by category_id, marketplace, asin, score desc, product_id desc
    ), placed as materialized (
      select category_id, place, product_id
      from (
        select category_id, product_id,
          row_number() over (partition by category_id order by score desc, product_id desc) as place
        from of_item
      ) o
      where place <= ${most}
    ), gone as (
      delete from category_ranks r
      where not exists (select from placed p where (p.category_id, p.place) = (r.category_id, r.place))
    )
    insert into category_ranks (category_id, place, product_id)
    select * from placed p
    where not exists (
      select from category_ranks r
      where (r.category_id, r.place, r.product_id) = (p.category_id, p.place, p.product_id)
    )
    on conflict (category_id, place) do update set product_id = excluded.product_id`.execute(db)
}
