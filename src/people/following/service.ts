import type pg from 'pg'
import type { z } from 'zod'
import { tell } from '../../news/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { type AccountLimit, createAccountLimit } from '../../platform/limits/account-limit.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { invalid, notAuthenticated, notFound } from '../../shared/errors.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import type { membersContract } from '../members-contract.ts'
import { serializeMember } from '../serialize.ts'
import { followLimit } from './rules.ts'
import {
  type FollowedRow,
  isFollowing,
  selectFollowCounts,
  selectFollowedIds,
  selectFollowing,
  setFollow,
} from './sql.ts'

type Contract = typeof membersContract
type FollowCall = Contract['POST /functions/v1/people-follow']

/** Followed people on one page (docs/product/people.md#people-panel). */
const pageSize = 20

/** How many people an account may begin to follow. */
export const createFollowLimit = (pool: pg.Pool): AccountLimit => createAccountLimit(pool, followLimit)

/**
 * Follows someone as the caller; an existing follow stays. Callers in this process have no `limit`. Throws
 * `validation_failed` for oneself, `not_found` for an unknown person, `rate_limited`, and `not_authenticated` when the
 * caller's account has just been deleted.
 */
export async function follow(context: Context, targetUserId: string, limit?: AccountLimit): Promise<void> {
  await changeFollow(context, { target: targetUserId, following: true, field: 'target_user_id', limit })
}

/** Ends the caller's following of someone; nothing happens if there was none. Throws like {@link follow}. */
export async function unfollow(context: Context, targetUserId: string): Promise<void> {
  await changeFollow(context, { target: targetUserId, following: false, field: 'target_user_id' })
}

/** Follows or unfollows someone as the caller and returns both counts. Throws like {@link follow}. */
export async function changeFollowing(
  context: Context,
  { userId, action }: z.output<FollowCall['body']>,
  limit: AccountLimit,
): Promise<z.input<FollowCall['response']>> {
  const following = action === 'follow'
  const counts = await changeFollow(context, { target: userId, following, field: 'userId', limit })
  return { success: true, action, userId, ...counts }
}

/** `field` is the request's name of the target. */
async function changeFollow(
  context: Context,
  {
    target,
    following,
    field,
    limit,
  }: { target: string; following: boolean; field: string; limit?: AccountLimit | undefined },
) {
  const { userId } = requireUser(context)
  if (userId === target) throw invalid(field, 'You cannot follow yourself.')
  const change = { follower: userId, followed: target, following, at: context.clock() }
  const set = () =>
    inTransaction(context, async (tx) => {
      const { following_count, followers_count } = await setFollow(tx.db, change)
      if (following_count === null) throw notAuthenticated()
      if (followers_count === null) throw notFound('Profile')
      if (following) await tell(tx, [{ userId: target, kind: 'followed', actor: userId }])
      return { following_count, followers_count }
    })
  if (!limit || !following || (await isFollowing(context.db, change))) return set()
  return limit.spend(context, 1, async (done) => {
    const counts = await set()
    done(1)
    return counts
  })
}

/**
 * Tells those whom somebody has followed before they proved their address: that is told of nobody unproven. In the
 * transaction that proves it.
 */
export async function tellEarlierFollows(tx: Context, userId: string): Promise<void> {
  const followed = await selectFollowedIds(tx.db, userId)
  await tell(
    tx,
    followed.map((id) => ({ userId: id, kind: 'followed', actor: userId })),
  )
}

/** The people whom the caller follows, the last followed first. Throws `validation_failed` for a bad cursor. */
export async function listFollowing(
  context: Context,
  { cursor }: { cursor?: string | undefined },
): Promise<z.input<Contract['GET /api/v1/me/following']['response']>> {
  const { userId } = requireUser(context)
  const before = parseCursor(cursor, readCursor)
  const found = await selectFollowing(context.db, { userId, before, limit: pageSize + 1 })
  if (!found) throw notAuthenticated()
  const page = toPage(found.followed, {
    limit: pageSize,
    serialize: serializeMember,
    cursorOf: (row: FollowedRow) => writeCursor({ createdAt: row.followed_at, id: row.follow_id }),
  })
  return { ...page, following_count: found.following_count }
}

/** How many people the caller follows, and how many follow them. */
export async function countFollows(
  context: Context,
): Promise<z.input<Contract['GET /functions/v1/people-stats']['response']>> {
  const counts = await selectFollowCounts(context.db, requireUser(context).userId)
  if (!counts) throw notAuthenticated()
  return counts
}
