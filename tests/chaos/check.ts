import { type Kysely, sql } from 'kysely'
import { clickChecks } from '../../src/clicks/index.ts'
import type { Context } from '../../src/platform/context.ts'
import type { DB } from '../../src/platform/database/schema.ts'
import { verify } from '../../src/platform/verification.ts'
import type { Observed } from './load.ts'

/** The differences between the observed answers and the database, a line each; nothing may be running meanwhile. */
export async function problemsOf(context: Context, observed: Observed): Promise<string[]> {
  const { db } = context
  const lines: string[] = []
  const failed = await verify(context, [clickChecks({ retentionDays: 400 })], (line) => lines.push(line))
  return [
    ...observed.wrong,
    ...(failed > 0 ? lines.filter((line) => !line.startsWith('ok')) : []),
    ...(await wronglyStored(db, observed)),
    ...(await doubled(db, observed)),
    ...(await missingProducts(db, observed)),
  ]
}

/** Acknowledged clicks that are not there exactly once, as they were answered. */
async function wronglyStored(db: Kysely<DB>, { acknowledged }: Observed): Promise<string[]> {
  const clicks = [...acknowledged].map(([event_id, { productId: product_id, kind, outcome }]) => ({
    event_id,
    product_id,
    kind,
    outcome,
  }))
  const { rows } = await sql<{ event_id: string; observed: string; stored: string[] }>`
    select a.event_id, a.outcome as observed, coalesce(json_agg(c.outcome) filter (where c.id is not null), '[]') as stored
    from json_to_recordset(${JSON.stringify(clicks)}) as a (event_id uuid, product_id uuid, kind text, outcome text)
    left join click_events e using (event_id, product_id, kind)
    left join clicks c on c.clicked_at = e.clicked_at and c.id = e.click_id
    group by a.event_id, a.outcome
    having count(c.id) <> 1 or min(c.outcome) <> a.outcome
    order by 1`.execute(db)
  return rows.map(
    ({ event_id, observed, stored }) =>
      `click ${event_id} was answered ${observed}, and is stored as [${stored}]`,
  )
}

/** More clicks than were sent, or clicks that no event names: some were written twice. */
async function doubled(db: Kysely<DB>, { acknowledged, unanswered }: Observed): Promise<string[]> {
  const { rows } = await sql<{ clicks: number; events: number }>`
    select (select count(*) from clicks) as clicks, (select count(*) from click_events) as events`.execute(db)
  const { clicks = 0, events = 0 } = rows[0] ?? {}
  const sent = acknowledged.size + unanswered.size
  return [
    ...(clicks > sent ? [`${clicks} clicks are stored of ${sent} that were sent`] : []),
    ...(clicks !== events ? [`${clicks} clicks are stored under ${events} events`] : []),
  ]
}

async function missingProducts(db: Kysely<DB>, { posted }: Observed): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${posted}::uuid[]) as id where id not in (select id from products)`.execute(db)
  return rows.map(({ id }) => `product ${id} was posted, and is not stored`)
}
