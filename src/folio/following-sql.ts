import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import { liveCards, newestFirst } from './lists/cards-sql.ts'
import { type Part, placesOf } from './lists/places-sql.ts'

/** Cards of products of those whom someone follows, newest first, in one statement. */
export const selectFollowedCards = (db: Kysely<DB>, part: Part & { followedBy: string }) =>
  liveCards(db)
    .where(sql<SqlBool>`p.id in (select id from (${placesOf(part)}) as part)`)
    .orderBy(newestFirst)
    .execute()
