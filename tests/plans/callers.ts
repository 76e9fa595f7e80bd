import type { Kysely } from 'kysely'
import { systemClock } from '../../src/platform/clock.ts'
import type { Context } from '../../src/platform/context.ts'
import type { DB } from '../../src/platform/database/schema.ts'

export type Operation = (db: Kysely<DB>) => Promise<unknown>

/** What a service function works in for an anonymous caller. */
export const anyone = (db: Kysely<DB>): Context => ({ db, clock: systemClock, actor: null })

/** The same for someone. */
export const as = (userId: string, db: Kysely<DB>): Context => ({
  db,
  clock: systemClock,
  actor: { userId, sessionId: '', role: 'user' },
})
