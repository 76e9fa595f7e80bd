import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { rankCreators } from '../../src/people/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { DB } from '../../src/platform/database/schema.ts'

/** Ranks the creators as the program does it by and by. */
export async function makeRanking(client: pg.ClientBase): Promise<void> {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { options: {}, connect: async () => connection, end: async () => undefined }
  await rankCreators({ db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), clock: systemClock })
}
