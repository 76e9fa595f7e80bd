import type { IncomingHttpHeaders } from 'node:http'
import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { AppError } from '../../shared/errors.ts'
import type { DB } from '../database/schema.ts'
import { isNoted } from '../limits/rate-limit.ts'
import type { Team } from '../workers/team.ts'
import type { RefusalReason } from './refused.ts'
import { commit, version } from './version.ts'

/**
 * `/healthz`: the process answers, with its version and commit, and with the reason if it, or another worker of `team`,
 * refuses requests. `/readyz`: it can also reach its database and is not about to end; a balancer sends no traffic
 * until then.
 */
export function registerHealth(app: FastifyInstance, db: Kysely<DB>, isEnding: () => boolean, team?: Team) {
  team?.answers('refusals', () => app.refusals.current())
  const refusing = async () => {
    const others = team ? await team.others<RefusalReason[]>('refusals') : []
    return [...new Set([...app.refusals.current(), ...others.flat()])]
  }
  /** How many addresses proxies have added: only for the doctor, which has recorded the question in the database. */
  const toDoctor = async ({
    query,
    headers,
  }: {
    query: { doctor?: unknown }
    headers: IncomingHttpHeaders
  }) => {
    if (typeof query.doctor !== 'string' || !/^[0-9a-f]{32}$/.test(query.doctor)) return {}
    if (!(await isNoted(db, `doctor:${query.doctor}`, new Date()).catch(() => false))) return {}
    return {
      forwarded: [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').filter(Boolean).length,
    }
  }
  app.get<{ Querystring: { doctor?: unknown } }>('/healthz', { schema: { hide: true } }, async (request) => ({
    status: 'ok',
    version,
    ...(commit && { commit }),
    refusing: await refusing(),
    ...(await toDoctor(request)),
  }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isEnding()) throw new AppError('unavailable', 'This process is ending.')
    await sql`select 1`.execute(db).catch(() => {
      throw new AppError('unavailable', 'The database cannot be reached.')
    })
    return { status: 'ready' }
  })
}

const usualQuietMs = 250
const patienceMs = 3_000
const sweepMs = 50

/**
 * Lets a server end without failing anyone. `drain` announces the end on every answer (`connection: close`) while
 * still accepting, until nothing has come for a quarter of a second: what clients had sent or the kernel had queued
 * when the signal came is answered too. Closing at once would reset those connections.
 */
export function prepareDrain(app: FastifyInstance, quietMs = usualQuietMs) {
  let draining = false
  let isReplaced = false
  let lastArrival = 0
  let underWay = 0

  const leave = () => {
    underWay -= 1
  }
  app.addHook('onRequest', (_request, reply, done) => {
    underWay += 1
    // Fires for every request; Fastify's onResponse does not if the caller left before the answer.
    reply.raw.on('close', leave)
    lastArrival = performance.now()
    if (draining) reply.header('connection', 'close')
    done()
  })

  return {
    /** Whether the server is about to stop and no other takes its place. */
    isDraining: () => draining && !isReplaced,
    /**
     * Accepts no more connections while others at the same socket do; existing ones continue. Not `app.server.close`,
     * which also cuts those on which nothing was sent yet.
     */
    stopAccepting: (): void => {
      isReplaced = true
      Server.prototype.close.call(app.server)
    },
    async drain(): Promise<void> {
      draining = true
      const began = performance.now()
      lastArrival = Math.max(lastArrival, began)
      const quietAt = () => Math.min(lastArrival + quietMs, began + patienceMs)
      while (performance.now() < quietAt())
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, quietAt() - performance.now())))
      const closed = app.close()
      // Browsers connect ahead of a request that may never come; closing waits for such connections until they time
      // out.
      const sweep = setInterval(() => underWay === 0 && app.server.closeAllConnections(), sweepMs)
      await closed
      clearInterval(sweep)
    },
  }
}
