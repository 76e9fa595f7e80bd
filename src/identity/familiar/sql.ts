import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

/** An account by its key, or by an address that may have none. */
export type Account = { userId: string } | { email: string }

/** How many places of an account are kept, the latest ones. */
const maxPlaces = 40

/**
 * The stored form of a place: a hash together with the account, so that nobody can see which accounts share a place.
 */
const hashFor = (userId: ReturnType<typeof sql>, place: Buffer) =>
  sql<Buffer>`sha256(uuid_send(${userId}) || ${place}::bytea)`

/** The steps shown at each of these places, if a sign-in to the account was completed there lately. */
export async function readFamiliar(
  db: Db,
  account: Account,
  { browser, network, now }: { browser: Buffer; network: Buffer; now: Date },
): Promise<{ isBrowser: boolean; level: string }[]> {
  const id = sql`u.id`
  const owner = 'userId' in account ? sql`u.id = ${account.userId}` : sql`u.email = ${account.email}`
  const { rows } = await sql<{ isBrowser: boolean; level: string }>`
    select f.place_hash = ${hashFor(id, browser)} as "isBrowser", f.level
    from users u join familiar_places f on f.user_id = u.id
    where ${owner} and f.place_hash in (${hashFor(id, browser)}, ${hashFor(id, network)})
      and f.expires_at > ${now}`.execute(db)
  return rows
}

/** Records a completed sign-in at these places, and removes the oldest ones beyond the maximum. */
export async function noteFamiliar(
  db: Db,
  { userId, places, level, until }: { userId: string; places: Buffer[]; level: string; until: Date },
): Promise<void> {
  const id = sql`${userId}::uuid`
  await sql`
    with surplus as (
      select place_hash from familiar_places where user_id = ${id}
      order by expires_at desc offset ${maxPlaces} for update skip locked
    ), dropped as (
      delete from familiar_places where user_id = ${id} and place_hash in (select place_hash from surplus)
        and place_hash not in (select sha256(uuid_send(${id}) || p) from unnest(${places}::bytea[]) p)
    )
    insert into familiar_places (user_id, place_hash, level, expires_at)
    select ${id}, sha256(uuid_send(${id}) || p), ${level}, ${until} from unnest(${places}::bytea[]) p
    on conflict (user_id, place_hash) do update set level = excluded.level, expires_at = excluded.expires_at`.execute(
    db,
  )
}

/** Forgets all places of an account. */
export const forgetFamiliar = (db: Db, userId: string) =>
  db.deleteFrom('familiar_places').where('user_id', '=', userId).execute()

/** Makes the second step unfamiliar everywhere, once there is a first one: what was shown before was not it. */
export const forgetSecondSteps = (db: Db, userId: string) =>
  db
    .updateTable('familiar_places')
    .set({ level: 'aal1' })
    .where('user_id', '=', userId)
    .where('level', '=', 'aal2')
    .execute()
