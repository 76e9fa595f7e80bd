import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import type { FlagMeasure } from './contract.ts'
import type { PressDay, Usual } from './rules.ts'

/** Lets one transaction at a time judge days, until it ends. */
export const lockJudging = (db: Kysely<DB>) =>
  sql`lock table press_judgements in share row exclusive mode`.execute(db)

export async function selectJudged(db: Kysely<DB>, from: string): Promise<string[]> {
  const rows = await db.selectFrom('press_judgements').where('day', '>=', from).select('day').execute()
  return rows.map(({ day }) => day)
}

/**
 * Stores the presses of a day of the creators who had enough. They are found by the daily sums, so that only their
 * products' clicks are read.
 */
export async function storeDay(db: Kysely<DB>, day: string, fewest: number): Promise<void> {
  await sql`
    insert into press_days (payee_id, day, views, presses, networks, largest, burst, burst_networks)
    with busy as materialized (
      select p.payee_id, array_agg(d.product_id) as product_ids,
        sum(d.people + d.repeats + d.limited)::int as views
      from click_days d join products p on p.id = d.product_id
      where d.day = ${day}::date
      group by 1 having sum(d.presses + d.press_repeats + d.press_limited) >= ${fewest}
    ), pressed as materialized (
      select b.payee_id, c.clicked_at, c.network,
        count(*) over (partition by b.payee_id order by c.clicked_at
          range between interval '15 minutes' preceding and current row) as burst
      from busy b cross join lateral unnest(b.product_ids) as of_creator (id)
      cross join lateral (
        select clicked_at, coalesce(network, visitor)::bytea as network from clicks
        where product_id = of_creator.id and kind = 'outbound' and outcome in ('counted', 'repeat', 'limited')
          and clicked_at >= ${day}::date::timestamp at time zone 'UTC'
          and clicked_at < (${day}::date + 1)::timestamp at time zone 'UTC'
        offset 0
      ) c
    ), largest as (
      select payee_id, max(presses) as presses, count(*) as networks
      from (select payee_id, network, count(*) as presses from pressed group by 1, 2) each group by 1
    ), burst as (
      select distinct on (payee_id) payee_id, burst, clicked_at from pressed order by payee_id, burst desc, clicked_at
    )
    select b.payee_id, ${day}::date, b.views, n.presses, l.networks, l.presses, u.burst,
      (select count(distinct network) from pressed p
       where p.payee_id = b.payee_id and p.clicked_at between u.clicked_at - interval '15 minutes' and u.clicked_at)
    from busy b join largest l using (payee_id) join burst u using (payee_id)
    join (select payee_id, count(*) as presses from pressed group by 1) n using (payee_id)
    where n.presses >= ${fewest}
    on conflict do nothing`.execute(db)
}

export const deleteDaysBefore = (db: Kysely<DB>, day: string) =>
  db.deleteFrom('press_days').where('day', '<', day).execute()

export const selectDay = (db: Kysely<DB>, day: string): Promise<PressDay[]> =>
  db
    .selectFrom('press_days')
    .where('day', '=', day)
    .select(['payee_id', 'views', 'presses', 'networks', 'largest', 'burst', 'burst_networks'])
    .execute()

/** Each creator's medians over the days from one to another. */
export async function selectUsual(
  db: Kysely<DB>,
  { from, until }: { from: string; until: string },
): Promise<Map<string, Usual>> {
  const median = (value: ReturnType<typeof sql>) => sql`percentile_cont(0.5) within group (order by ${value})`
  const { rows } = await sql<Usual & { payee_id: string }>`
    select payee_id, count(*)::int as days,
      ${median(sql`presses::float8 / greatest(views, 1)`)} as presses_per_view,
      ${median(sql`presses::float8 / networks`)} as presses_per_network,
      ${median(sql`largest::float8 / presses`)} as largest_network,
      ${median(sql`burst::float8`)} as burst
    from press_days where day between ${from}::date and ${until}::date
    group by 1`.execute(db)
  return new Map(rows.map(({ payee_id, ...usual }) => [payee_id, usual]))
}

export const insertJudgement = (
  db: Kysely<DB>,
  judgement: { day: string; creators: number; judged_at: Date },
) => db.insertInto('press_judgements').values(judgement).execute()

type Known = 'id' | 'user_id' | 'username' | 'avatar_url' | 'is_suspended'
type NewFlag = Omit<FlagRow, Known | 'seen_by_name' | 'seen_day' | 'seen_at'>

/** Stores unusual figures. A flag keeps its newest day and that day's numbers. */
export async function storeFlags(db: Kysely<DB>, flags: NewFlag[]): Promise<void> {
  if (flags.length === 0) return
  await db
    .insertInto('press_flags')
    .values(flags)
    .onConflict((conflict) =>
      conflict
        .columns(['payee_id', 'measure'])
        .doUpdateSet(({ ref }) => ({
          day: ref('excluded.day'),
          value: ref('excluded.value'),
          usual: ref('excluded.usual'),
          threshold: ref('excluded.threshold'),
          creators: ref('excluded.creators'),
          views: ref('excluded.views'),
          presses: ref('excluded.presses'),
          networks: ref('excluded.networks'),
          found_at: ref('excluded.found_at'),
        }))
        .whereRef('press_flags.day', '<', 'excluded.day'),
    )
    .execute()
}

export type FlagRow = {
  id: string
  payee_id: string
  user_id: string | null
  username: string | null
  avatar_url: string | null
  is_suspended: boolean
  measure: FlagMeasure
  day: string
  value: number
  usual: number
  threshold: number
  creators: number
  views: number
  presses: number
  networks: number
  found_at: Date
  seen_day: string | null
  seen_at: Date | null
  seen_by_name: string | null
}

const flags = (db: Kysely<DB>) =>
  db
    .selectFrom('press_flags as f')
    .innerJoin('payees as y', 'y.id', 'f.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .leftJoin('profiles as a', 'a.id', 'f.seen_by')
    .select(['f.id', 'f.payee_id', 'p.id as user_id', 'p.username', 'p.avatar_url'])
    .select(sql<boolean>`coalesce(p.is_suspended, false)`.as('is_suspended'))
    .select(['f.day', 'f.value', 'f.usual', 'f.threshold'])
    .select(['f.creators', 'f.views', 'f.presses', 'f.networks', 'f.found_at', 'f.seen_day', 'f.seen_at'])
    .select(['a.username as seen_by_name', sql<FlagMeasure>`f.measure`.as('measure')])

/** The newest flags before a cursor: those that nobody has seen, or all. */
export const selectFlags = (
  db: Kysely<DB>,
  { isOpen, before, limit }: { isOpen: boolean; before?: Cursor | undefined; limit: number },
): Promise<FlagRow[]> =>
  flags(db)
    .$if(isOpen, (query) => query.where(sql<boolean>`(f.seen_day is null or f.seen_day < f.day)`))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(f.found_at, f.id) < (${before?.createdAt}, ${before?.id})`),
    )
    .orderBy('f.found_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit)
    .execute()

export const selectFlag = (db: Kysely<DB>, id: string): Promise<FlagRow | undefined> =>
  flags(db).where('f.id', '=', id).executeTakeFirst()

/** The flag, locked until the transaction ends. */
export const lockFlag = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('press_flags')
    .where('id', '=', id)
    .select(['day', 'seen_day', 'payee_id', 'measure', 'value', 'usual', 'threshold'])
    .forUpdate()
    .executeTakeFirst()

export const markSeen = (
  db: Kysely<DB>,
  id: string,
  seen: { seen_day: string; seen_at: Date; seen_by: string },
) => db.updateTable('press_flags').set(seen).where('id', '=', id).execute()
