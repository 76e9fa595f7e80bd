import type { z } from 'zod'
import { type Context, requireAdmin } from '../platform/context.ts'
import type { Line } from '../platform/doctor/line.ts'
import { minuteMs } from '../shared/time.ts'
import type { operationsContract } from './contract.ts'

type Health = z.output<(typeof operationsContract)['GET /api/v1/admin/health']['response']>

/**
 * What `examine` finds, for admins. A process examines at most once a minute, since that connects to the mail server,
 * to Amazon and to the store of pictures.
 */
export function createHealth(examine: () => Promise<Line[]>) {
  let last: { at: number; health: Promise<Health> } | undefined
  return {
    /** Throws `not_found` for everyone but admins. */
    read(context: Context): Promise<Health> {
      requireAdmin(context)
      const now = context.clock().getTime()
      if (!last || now - last.at >= minuteMs) last = { at: now, health: look(new Date(now)) }
      return last.health
    },
  }

  async function look(at: Date): Promise<Health> {
    const lines = await examine()
    return {
      looked_at: at.toISOString(),
      lines: lines.map(({ name, state, says, todo = null }) => ({ name, state, says, todo })),
    }
  }
}
