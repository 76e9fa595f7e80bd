import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { type Context, requireAdmin } from '../platform/context.ts'
import { repeat } from '../platform/periodic.ts'
import { storeSecurityCounts, unstoredSecurityCounts } from '../platform/security-events.ts'
import { securityEventKinds, securityEventNames } from '../shared/sign-in/security-events.ts'
import { dayMs, hourMs, minuteMs } from '../shared/time.ts'
import type { auditContract } from './contract.ts'
import { addSecurityCounts, deleteSecurityCounts, selectSecurityCounts } from './security-sql.ts'

type Environment = Omit<Context, 'actor'>

const monthMs = 30 * dayMs

const ago = ({ clock }: Environment, ms: number) => new Date(clock().getTime() - ms)

/** Adds what this process has counted to the counts of the hour (decision 43). */
export const storeCounts = ({ db, clock }: Environment): Promise<void> =>
  storeSecurityCounts(async (counts) => {
    if (counts.size === 0) return
    const at = clock()
    const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs)
    const added = [...counts].map(([name, count]) => ({ name, count }))
    await addSecurityCounts(db, { hour, at, added })
  })

/** Stores the counts of this process every minute. Returns a function that stops it and stores the rest. */
export function keepStoringCounts(environment: Environment, log: FastifyBaseLogger): () => Promise<void> {
  const stop = repeat(() => storeCounts(environment), minuteMs, log)
  return async () => {
    await stop()
    await storeCounts(environment).catch((err: unknown) =>
      log.warn({ err }, 'the last security counts were not stored'),
    )
  }
}

/** Deletes counts that no answer includes any more. */
export const forgetCounts = (environment: Environment): Promise<void> =>
  deleteSecurityCounts(environment.db, ago(environment, monthMs))

type Read = (typeof auditContract)['GET /api/v1/admin/security-events']

/**
 * How often each security event happened lately, the latest first; other processes' counts are up to a minute old.
 * Throws `not_found` to all but admins.
 */
export async function readSecurityCounts(context: Context): Promise<z.input<Read['response']>> {
  requireAdmin(context)
  const rows = await selectSecurityCounts(context.db, {
    day: ago(context, dayMs),
    week: ago(context, 7 * dayMs),
    month: ago(context, monthMs),
  })
  const stored = new Map(rows.map((row) => [row.name, row]))
  const unstored = unstoredSecurityCounts()
  const items = securityEventNames.flatMap((name) => {
    const row = stored.get(name)
    const added = unstored.get(name) ?? 0
    const lastAt = added > 0 ? context.clock() : row?.last_at
    if (!lastAt) return []
    return {
      name,
      kind: securityEventKinds[name],
      last_24_hours: (row?.day ?? 0) + added,
      last_7_days: (row?.week ?? 0) + added,
      last_30_days: (row?.month ?? 0) + added,
      last_at: lastAt.toISOString(),
    }
  })
  return { items: items.toSorted((one, other) => (one.last_at < other.last_at ? 1 : -1)) }
}
