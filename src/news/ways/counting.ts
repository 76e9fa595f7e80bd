import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import type { DB } from '../../platform/database/schema.ts'
import { isWayKind, wayKinds } from '../../shared/news/ways.ts'
import { dayMs } from '../../shared/time.ts'
import type { sentNewsContract } from './contract.ts'

type SentNews = z.input<(typeof sentNewsContract)['GET /api/v1/admin/sent-news']['response']>

/** What was sent, failed and was stopped in 30 days, for admins. Of deleted accounts nothing is counted. */
export async function countSentNews(context: Context): Promise<SentNews> {
  requireAdmin(context)
  const since = new Date(context.clock().getTime() - 30 * dayMs)
  const [counts, bounces] = await Promise.all([
    selectCounts(context.db, since),
    selectBounceCounts(context.db, since),
  ])
  const items = counts.flatMap(({ kind, ...rest }) => (isWayKind(kind) ? [{ kind, ...rest }] : []))
  const place = ({ kind }: (typeof items)[number]) => wayKinds.indexOf(kind)
  return { items: items.sort((one, other) => place(one) - place(other)), ...bounces }
}

type CountRow = Omit<SentNews['items'][number], 'kind'> & { kind: string }

async function selectCounts(db: Kysely<DB>, since: Date): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select kind, way, sum(sent)::int as sent, sum(failed)::int as failed, sum(stopped)::int as stopped,
      sum(stopped_by_link)::int as stopped_by_link
    from (
      select kind, way, count(*) filter (where state = 'sent') as sent,
        count(*) filter (where state = 'failed') as failed, 0 as stopped, 0 as stopped_by_link
      from news_sends where at >= ${since} group by 1, 2
      union all
      select kind, way, 0, 0, count(*), count(*) filter (where chosen_by = 'link')
      from news_choices where not is_on and chosen_at >= ${since} and way <> 'app' group by 1, 2
    ) as counted
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

async function selectBounceCounts(db: Kysely<DB>, since: Date) {
  const { rows } = await sql<{ bouncing: number; bounced: number }>`
    select count(*) filter (where ended_at is null)::int as bouncing,
      count(distinct user_id) filter (where began_at >= ${since})::int as bounced
    from mail_bounces`.execute(db)
  return rows[0] as { bouncing: number; bounced: number }
}
