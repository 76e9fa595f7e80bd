import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { deviceName } from '../../platform/user-agent.ts'
import { notFound } from '../../shared/errors.ts'
import type { accountContract } from './contract.ts'
import { endSessions, readLivingSessions } from './sql.ts'

type OwnSessions = z.input<(typeof accountContract)['GET /api/v1/me/sessions']['response']>

const maxSessions = 100

/** The caller's living sessions, the last used first, at most a hundred. */
export async function listOwnSessions(context: Context): Promise<OwnSessions> {
  const { userId, sessionId } = requireUser(context)
  const sessions = await readLivingSessions(context.db, userId, maxSessions)
  return {
    items: sessions.map((session) => ({
      id: session.id,
      device: deviceName(session.user_agent),
      created_at: session.created_at.toISOString(),
      refreshed_at: session.refreshed_at.toISOString(),
      is_current: session.id === sessionId,
    })),
  }
}

/**
 * Ends one of the caller's living sessions, even the calling one; its tokens stop working at once. Throws `not_found`
 * for any other session, whether or not it exists.
 */
export async function endOwnSession(context: Context, sessionId: string): Promise<void> {
  const { userId } = requireUser(context)
  const ended = await endSessions(
    context.db,
    { userId, only: sessionId },
    { reason: 'removed', now: context.clock() },
  )
  if (ended === 0) throw notFound('Session')
}
