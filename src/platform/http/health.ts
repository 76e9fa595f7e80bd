import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { AppError } from '../../shared/errors.ts'
import type { DB } from '../database/schema.ts'

/**
 * `/healthz`: the process answers. `/readyz`: it can also reach its database and is not about to end; a balancer
 * sends no traffic until then.
 */
export function registerHealth(app: FastifyInstance, db: Kysely<DB>, isEnding: () => boolean) {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isEnding()) throw new AppError('unavailable', 'This process is ending.')
    await sql`select 1`.execute(db).catch(() => {
      throw new AppError('unavailable', 'The database cannot be reached.')
    })
    return { status: 'ready' }
  })
}
