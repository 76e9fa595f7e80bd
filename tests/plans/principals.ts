import type { Kysely } from 'kysely'
import { systemClock } from '../../src/platform/clock.ts'
import type { Context } from '../../src/platform/context.ts'
import type { DB } from '../../src/platform/database/schema.ts'

export type Operation = (db: Kysely<DB>) => Promise<unknown>

/** The context of a service function for an anonymous caller. */
export const anyone = (db: Kysely<DB>): Context => ({ db, clock: systemClock, actor: null })

/** The context of a service function for a signed-in caller. */
export const as = (userId: string, db: Kysely<DB>): Context => ({
  db,
  clock: systemClock,
  actor: { userId, sessionId: '', role: 'user' },
})
