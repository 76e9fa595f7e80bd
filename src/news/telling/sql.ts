import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { NewsKind } from '../../shared/news/kinds.ts'

/** A row of what `tell_news` takes; what is undefined is null there. */
type Told = {
  user_id: string
  kind: NewsKind
  subject: string | undefined
  about: string | undefined
  actor: string | undefined
  count: number
  amount_cents: number | undefined
  detail: string | undefined
  once: boolean
  is_named: boolean
}

/** Tells people, and returns whom. */
export async function tellPeople(db: Kysely<DB>, told: Told[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select tell_news as user_id from tell_news(${JSON.stringify(told)}::jsonb, ${at})`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

export async function forgetActorOf(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`select forget_actor(${userId})`.execute(db)
}
