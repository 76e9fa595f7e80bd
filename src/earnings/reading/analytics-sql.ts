import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { rowsUnderReview, withPostedOn } from './balances-sql.ts'
import { type ProductColumns, productOf } from './ledger-sql.ts'

/** In cents. */
export type Money = {
  /** Each bucket’s sums, in their order: posted and pending. */
  buckets: number[]
  /** The sums of the buckets that the figures cover. */
  posted: number
  pending: number
  commissions: number
  /** The sums of the bucket before these. */
  before_posted: number
  before_pending: number
  before_commissions: number
  /** The sums of all time. */
  all_posted: number
  all_pending: number
  /** The next day on which something becomes posted. */
  next: { on: string; cents: number } | null
}

/**
 * What a person earned between the times of a chart's edges, and after the bucket `since` and in it, posted or pending
 * by `today`. Read from the sums of quarters of an hour in which the calculator ran.
 */
export async function selectMoney(
  db: Kysely<DB>,
  userId: string,
  { times, since, today }: { times: Date[]; since: number; today: string },
): Promise<Money> {
  const { rows } = await sql<Money>`
    with payee as materialized (
      select id from payees where user_id = ${userId}
    ), rows_under_review as materialized (
      ${rowsUnderReview(sql`select id from payee`)}
    ), all_rows as materialized (
      select width_bucket(quarter, ${times}::timestamptz[]) as n, marketplace, earning_month, available_on, is_under_review,
        sum(cents) as cents, sum(commissions) as commissions
      from (
        select quarter, marketplace, earning_month, available_on, false as is_under_review, user_amount_cents as cents, commissions
        from earnings_quarters where payee_id = (select id from payee)
        union all select quarter, marketplace, earning_month, available_on, false, -user_amount_cents, 0 from rows_under_review
        union all select quarter, marketplace, earning_month, available_on, true, user_amount_cents, 0 from rows_under_review
      ) q
      group by 1, 2, 3, 4, 5
    ), sums as materialized (
      select n, is_under_review, posted_on, posted_on <= ${today}::date and not is_under_review as is_posted, cents, commissions
      from (${withPostedOn(sql`all_rows`)}) q
    ), covered as (
      select * from sums where n > ${since}::int and n < ${times.length}::int
    ), before as (
      select * from sums where n = ${since}::int
    )
    select
      (select json_agg(coalesce(cents, 0) order by n)
       from generate_series(1, ${times.length - 1}::int) n
       left join (select n, sum(cents) as cents from sums group by n) b using (n)) as buckets,
      (select coalesce(sum(cents) filter (where is_posted), 0)::bigint from covered) as posted,
      (select coalesce(sum(cents) filter (where not is_posted), 0)::bigint from covered) as pending,
      (select coalesce(sum(commissions), 0)::bigint from covered) as commissions,
      (select coalesce(sum(cents) filter (where is_posted), 0)::bigint from before) as before_posted,
      (select coalesce(sum(cents) filter (where not is_posted), 0)::bigint from before) as before_pending,
      (select coalesce(sum(commissions), 0)::bigint from before) as before_commissions,
      (select coalesce(sum(cents) filter (where is_posted), 0)::bigint from sums) as all_posted,
      (select coalesce(sum(cents) filter (where not is_posted), 0)::bigint from sums) as all_pending,
      (select json_build_object('on', posted_on, 'cents', sum(cents))
       from sums where not is_posted and not is_under_review and isfinite(posted_on)
       group by posted_on having sum(cents) <> 0
       order by posted_on limit 1) as next`.execute(db)
  const [money] = rows
  if (!money) throw new Error('A statement without a table had no row.')
  return money
}

type TopProduct = ProductColumns & { clicks: number; cents: number }

/**
 * The top products of a person between two instants: by clicks, then by earnings, then by id. Products without clicks
 * that earned something follow only when fewer than `limit` were clicked.
 */
export async function selectTopProducts(
  db: Kysely<DB>,
  userId: string,
  {
    clicked,
    from,
    until,
    limit,
  }: { clicked: { product_id: string; clicks: number }[]; from: Date; until: Date; limit: number },
): Promise<TopProduct[]> {
  const ids = clicked.map(({ product_id }) => product_id)
  const { rows } = await sql<TopProduct>`
    with payee as materialized (select id from payees where user_id = ${userId}), clicked as materialized (
      select product_id, clicks from unnest(${ids}::uuid[], ${clicked.map(({ clicks }) => clicks)}::bigint[]) as c (product_id, clicks)
    ), earned as materialized (
      select product_id, sum(user_amount_cents) as cents
      from earnings_product_quarters
      where payee_id = (select id from payee) and quarter >= ${from} and quarter < ${until}
        ${clicked.length >= limit ? sql`and product_id = any (${ids}::uuid[])` : sql``}
      group by product_id
    ), top as (
      select product_id, coalesce(clicks, 0)::bigint as clicks, coalesce(cents, 0)::bigint as cents
      from clicked full join earned using (product_id)
      where clicks is not null or cents > 0
      order by 2 desc, 3 desc, product_id limit ${limit}
    )
    select p.*, top.clicks, top.cents
    from top cross join payee cross join ${productOf(sql`top.product_id`, sql`payee.id`)} p
    order by top.clicks desc, top.cents desc, top.product_id`.execute(db)
  return rows
}
