import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { type AccountLimit, createAccountLimit } from '../../platform/account-limit.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/rate-limit.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { limitReached, periodText } from '../../shared/limit.ts'
import { isUsername } from '../../shared/username.ts'
import { claimUsername, nthNewestUsernameAt, selectUsername } from './sql.ts'
import {
  maxNewUsernames,
  newUsernamesPeriodMs,
  renameLimit,
  reservedUsernames,
  standInUsername,
  type UsernameStatus,
  usernameBase,
  usernameCandidate,
  usernameStatusFor,
} from './username-rules.ts'

const candidatesPerTry = 50
const maxTries = 40

/** Where many share a name, random numbers up to this one are tried: five digits at most. */
const manyOfAName = 100_000

/**
 * Takes a free username derived from someone's names, or a temporary one where the names give none
 * (docs/product/profile.md#username). Runs in the transaction of the sign-up.
 */
export async function claimDerivedUsername(
  { db, clock }: Context,
  person: { userId: string; firstName: string; lastName: string },
): Promise<{ username: string; origin: 'names' | 'stand_in' }> {
  const derived = usernameBase(person.firstName, person.lastName)
  const base = derived ?? standInUsername(person.userId)
  const owner = { userId: person.userId, at: clock() }
  for (let attempt = 0; attempt < maxTries; attempt++) {
    // Tries the first numbers twice, since someone else may take the first free name at the same moment.
    const candidates = Array.from({ length: candidatesPerTry }, (_, i) =>
      usernameCandidate(base, attempt < 2 ? 1 + i : randomInt(1 + candidatesPerTry, manyOfAName)),
    )
    const free = candidates.filter((name) => !reservedUsernames.has(name))
    const claimed = await claimUsername(db, free, owner)
    if (claimed) return { username: claimed, origin: derived ? 'names' : 'stand_in' }
  }
  throw new AppError('unavailable', 'No free username could be found. Please try again.')
}

/** How often someone may change their names and look up usernames: enough for typing, too little for collecting. */
export const createPeopleLimits = (pool: pg.Pool): { lookups: RateLimiter; renames: AccountLimit } => ({
  lookups: createRateLimiter(pool, { name: 'username_lookups', points: 120, seconds: 60, of: 'usernames' }),
  renames: createAccountLimit(pool, renameLimit),
})

/**
 * Whether the caller could take a username (docs/product/profile.md#username). One read by key. Throws `rate_limited`
 * after more look-ups than `lookups` allows.
 */
export async function checkUsername(
  context: Context,
  lookups: RateLimiter,
  username: string,
): Promise<{ status: UsernameStatus }> {
  const { userId } = requireUser(context)
  await lookups.take(userId)
  const entry = isUsername(username) ? await selectUsername(context.db, username) : undefined
  return { status: usernameStatusFor(userId, username, entry) }
}

/**
 * Makes a username the caller's for good, unless it already is. Throws `conflict` when it is someone else's or
 * reserved, and `rate_limited` after too many new ones, each naming the field. Runs in the caller's transaction.
 */
export async function takeUsername(context: Context, username: string): Promise<void> {
  const { userId, isUnproven } = requireUser(context)
  const most = maxNewUsernames[isUnproven ? 'unproven' : 'proven']
  const now = context.clock()
  const entry = await selectUsername(context.db, username)
  if (usernameStatusFor(userId, username, entry) !== 'available') throw usernameTaken()
  if (entry) return
  const limiting = await nthNewestUsernameAt(context.db, userId, most)
  const wait = limiting ? limiting.getTime() + newUsernamesPeriodMs - now.getTime() : 0
  if (wait > 0) throw tooManyUsernames(most, Math.ceil(wait / 1000))
  // If someone else takes it at this moment, the database gives it to one of the two.
  if (!(await claimUsername(context.db, [username], { userId, at: now }))) throw usernameTaken()
}

const usernameTaken = () => usernameProblem('conflict', 'Username is already taken.')

const tooManyUsernames = (most: number, retryAfter: number) =>
  limitReached({
    reason: `You have taken ${most} new usernames within ${periodText(newUsernamesPeriodMs / 1000)}.`,
    again: 'You can take another',
    points: most,
    seconds: newUsernamesPeriodMs / 1000,
    retryAfter,
    field: 'username',
  })

const usernameProblem = (code: ErrorCode, message: string) =>
  new AppError(code, message, { problems: [{ path: 'username', message }] })
