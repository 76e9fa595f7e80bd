import type { Context } from '../platform/context.ts'
import { removeExpiredLimits } from '../platform/limits/rate-limit.ts'
import type { SessionLife } from '../platform/settings/read.ts'
import { cutUserAgent, userAgentsStoredMs } from '../platform/user-agent.ts'
import { dayMs, hourMs } from '../shared/time.ts'
import { dropLostSteps } from './factors/lost.ts'
import { setUpMs } from './factors/rules.ts'
import { keysHonouredSince } from './keys/key-ring.ts'
import {
  cutUserAgents,
  deleteEndedSessions,
  deleteExpired,
  deleteExpiredLinks,
  deleteOldChanges,
  deleteRetiredKeys,
  deleteUnfamiliar,
  deleteUnfinishedFactors,
  deleteUsedTokens,
  endOverdueSessions,
} from './maintenance-sql.ts'
import { undoableMs } from './undo/rules.ts'

const unusedMs = 180 * dayMs
const endedMs = 30 * dayMs
const usedTokensMs = 30 * dayMs

/**
 * Ends sessions that were not refreshed for 180 days, or that are over by `life`. Removes lost second steps, expired
 * links, codes and limits, retired keys, changes that can no longer be undone, sessions that ended 30 days ago, and
 * used refresh tokens. The last used token of a session stays, since it may still be answered. So do all whose child
 * was used within 30 days, since their reuse reveals that two parties use the session. An older token is unknown, and
 * its session goes on. A session's user agent is cut to the device's name 30 days after its sign-in.
 *
 * Safe to run at any time and on several nodes at once; run it every hour or so. Outside a transaction, so that a long
 * sweep is committed in parts.
 */
export async function maintainIdentity(context: Context, life: SessionLife): Promise<void> {
  const { db, clock } = context
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  // They are kept for a day: when a mail is sent again, it must find that its link was used.
  await deleteExpired(db, 'one_time_tokens', ago(dayMs))
  await deleteExpired(db, 'auth_codes', now)
  await deleteUnfamiliar(db, now)
  await deleteExpired(db, 'passkey_challenges', now)
  await deleteExpired(db, 'provider_flows', now)
  await deleteExpiredLinks(db, now)
  await deleteExpired(db, 'factor_challenges', now)
  await deleteUnfinishedFactors(db, ago(setUpMs))
  await deleteOldChanges(db, ago(undoableMs))
  await dropLostSteps(context)
  await removeExpiredLimits(db, now)
  await deleteRetiredKeys(db, keysHonouredSince(now))
  await endOverdueSessions(db, { reason: 'unused', by: 'refreshed_at', before: ago(unusedMs) }, now)
  await endOverdueSessions(db, { reason: 'expired', by: 'created_at', before: ago(life.days * dayMs) }, now)
  const idle = { reason: 'idle', by: 'refreshed_at', before: ago(life.adminIdleHours * hourMs) } as const
  await endOverdueSessions(db, { ...idle, ofAdmins: true }, now)
  await deleteEndedSessions(db, ago(endedMs))
  await deleteUsedTokens(db, ago(usedTokensMs))
  await cutUserAgents(db, ago(userAgentsStoredMs), cutUserAgent)
}
