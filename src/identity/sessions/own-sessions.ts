import Bowser from 'bowser'
import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import type { accountContract } from './contract.ts'
import { endSessions, readLivingSessions } from './sql.ts'

type OwnSessions = z.input<(typeof accountContract)['GET /api/v1/me/sessions']['response']>

const mostSessions = 100

/** The caller's living sessions, the last used first, at most a hundred. */
export async function listOwnSessions(context: Context): Promise<OwnSessions> {
  const { userId, sessionId } = requireUser(context)
  const sessions = await readLivingSessions(context.db, userId, mostSessions)
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
 * Ends one of the caller's living sessions, also the calling one; its tokens stop working at once. Throws `not_found`
 * for any other, as for one that does not exist.
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

/** True for what upkeep leaves of a user agent; what browsers send has a slash. */
const isDeviceName = (userAgent: string) => !userAgent.includes('/') && userAgent.includes(' on ')

/** What is kept of a user agent after a while: its device's name, or nothing. */
export function cutUserAgent(userAgent: string): string | null {
  const name = deviceName(userAgent)
  return isDeviceName(name) ? name : null
}

const unknown = 'Unknown device'

/** What a person would call the device that sent this user agent, such as `Chrome on Android` or `Safari on iPhone`. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return unknown
  if (isDeviceName(userAgent)) return userAgent
  const { browser, os, platform } = Bowser.parse(userAgent)
  const program = browser.name?.replace(/ for .*$/, '')
  const machine = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  return program && machine ? `${program} on ${machine}` : program || machine || unknown
}
