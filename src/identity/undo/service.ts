import { type Context, inTransaction } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { notFound } from '../../shared/errors.ts'
import { lockUser } from '../account/sql.ts'
import type { IdentityCore } from '../core.ts'
import { deleteUnverified } from '../factors/sql.ts'
import type { Device } from '../familiar/device.ts'
import { mailNotice } from '../notices.ts'
import { hashOfToken } from '../sessions/sessions.ts'
import { endSessions } from '../sessions/sql.ts'
import { endFlowsOf } from '../tokens/sql.ts'
import type { UndoLink } from './contract.ts'
import { endOfLink, judgeLink, restMs } from './rules.ts'
import {
  deleteAdded,
  type LinkedChange,
  markUndone,
  putBackCodes,
  putBackFactor,
  putBackIdentity,
  putBackName,
  putBackPasskey,
  readChangesSince,
  readLinkedChange,
  restartChanges,
  restPayouts,
  type StandingChange,
  voidPassword,
} from './sql.ts'

/** Undoes changes by a mailed link, without signing in (docs/product/undo.md#what-can-be-taken-back). */
export function createUndo({ limits, options }: IdentityCore) {
  const { takeBackPayoutDetails, log } = options

  /** Undoes one change; the caller decides the order. */
  async function takeBack(context: Context, change: StandingChange): Promise<unknown> {
    const { db, clock } = context
    const { means, change: how } = change
    switch (means) {
      case 'password':
        return voidPassword(db, change.user_id, clock())
      case 'payout_account':
        return takeBackPayoutDetails(context, change.means_id as string)
      case 'passkey':
        if (how === 'changed') return putBackName(db, change)
        return how === 'added' ? deleteAdded(db, 'passkeys', change) : putBackPasskey(db, change)
      case 'totp':
      case 'recovery_code':
        if (how === 'changed') return putBackCodes(db, change)
        return how === 'added' ? deleteAdded(db, 'factors', change) : putBackFactor(db, change)
      case 'provider':
        return how === 'added' ? deleteAdded(db, 'identities', change) : putBackIdentity(db, change)
    }
  }

  /** Undoes a change and all later ones, in the caller's transaction, which has locked the account. */
  async function takeBackSince(context: Context, since: LinkedChange): Promise<void> {
    const { db } = context
    const now = context.clock()
    const userId = since.user_id
    // An unfinished setup could conflict with the factor that returns.
    await deleteUnverified(db, userId)
    for (const change of await readChangesSince(db, since)) await takeBack(context, change)
    await markUndone(db, since, now)
    await restPayouts(db, userId, new Date(now.getTime() + restMs))
    await endFlowsOf(db, userId)
    await endSessions(db, { userId }, { reason: 'taken_back', now })
    await mailNotice(context, userId, { change: 'taken_back' })
  }

  return {
    /**
     * What a link would undo; nothing is changed, since programs that scan mails follow links. Throws `not_found` for a
     * link that is unknown or too old, and `rate_limited`.
     */
    async check(context: Context, token: string, from: Pick<Device, 'address'>): Promise<UndoLink> {
      await limits.linkCheck(from)
      return serialize(context, await requireLink(context, token))
    },

    /**
     * Undoes the change that a link is about and all later ones, in one transaction; a second press only reports that
     * this is done. It starts no session, and works for a suspended account, too. Throws like `checkUndoLink`.
     */
    async use(context: Context, token: string, from: Pick<Device, 'address'>): Promise<UndoLink> {
      await limits.linkCheck(from)
      const { user_id: userId } = await requireLink(context, token)
      const { link, isNew } = await inTransaction(context, async (inner) => {
        if (!(await lockUser(inner.db, userId))) throw linkNotFound()
        // Another press may have come first.
        const since = await requireLink(inner, token)
        const isNew = since.undone_at === null
        if (isNew) await takeBackSince(inner, since)
        return { link: await serialize(inner, await requireLink(inner, token)), isNew }
      })
      if (isNew) securityEvent(log, 'changes_taken_back', { user: userId, from: from.address })
      return link
    },
  }
}

const linkNotFound = () => notFound('Link')

async function requireLink({ db, clock }: Context, token: string): Promise<LinkedChange> {
  const change = await readLinkedChange(db, hashOfToken(token))
  if (!change || judgeLink(change, clock()) === 'over') throw linkNotFound()
  return change
}

async function serialize({ db }: Context, since: LinkedChange): Promise<UndoLink> {
  const isDone = since.undone_at !== null
  const changes = isDone ? [] : await readChangesSince(db, since)
  return {
    is_done: isDone,
    until: endOfLink(since.changed_at).toISOString(),
    changes: changes.map(({ means, change, name, changed_at }) => ({
      ...{ means, change, name },
      changed_at: changed_at.toISOString(),
    })),
  }
}

/**
 * Restarts all waiting times after the restore of a backup of `madeAt`: its links work for another seven days, in which
 * accounts with changes that can be undone get no payout. Runs before anybody signs in.
 */
export const restartUndo = ({ db, clock }: Context, madeAt: Date): Promise<void> => {
  const now = clock()
  return restartChanges(db, { madeAt, now, until: new Date(now.getTime() + restMs) })
}
