import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import type { StatusMeaning } from './contract.ts'

type Db = Kysely<DB>

export type MeaningRow = { status: string; means: StatusMeaning; username: string | null; said_at: Date }

/** The meaning of each status that an admin was asked about, by name. */
export async function selectMeanings(db: Db): Promise<MeaningRow[]> {
  const { rows } = await sql<MeaningRow>`
    select m.status, m.means, p.username, m.said_at
    from (select distinct on (status) * from status_meanings order by status, id desc) m
    left join profiles p on p.id = m.actor_id
    order by m.status collate "C"`.execute(db)
  return rows
}

/** Stores what statuses mean from now on. */
export const insertMeanings = (
  db: Db,
  said: { status: string; means: StatusMeaning }[],
  { actorId, at }: { actorId: string | null; at: Date },
) =>
  db
    .insertInto('status_meanings')
    .values(said.map((one) => ({ ...one, actor_id: actorId, said_at: at })))
    .execute()
