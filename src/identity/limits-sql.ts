import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

type Db = Kysely<DB>

const keyOf = (place: string) => `familiar:${place}`

/** True when the place was noted and `now` is before the end of that. */
export async function isFamiliar(db: Db, place: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', '=', keyOf(place))
    .where('expire', '>', now.getTime())
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a place until then. It lies beside the counts, since losing it is as harmless as losing them. */
export async function noteFamiliar(db: Db, place: string, until: Date): Promise<void> {
  const expire = until.getTime()
  await db
    .insertInto('rate_limits')
    .values({ key: keyOf(place), expire })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ expire }))
    .execute()
}
