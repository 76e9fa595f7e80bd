import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { type AccountLimit, createAccountLimit } from '../../platform/account-limit.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/rate-limit.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '../../shared/errors.ts'
import { dayMs } from '../../shared/time.ts'
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

/** Numbers up to here are tried by chance where many share a name: they have five digits at most. */
const manyOfAName = 100_000

/**
 * Takes a username derived from someone's names that no one else has or had, or one that stands in where the names give
 * none (docs/product/profile.md#username). Runs in the sign-up's own transaction.
 */
export async function claimDerivedUsername(
  { db, clock }: Context,
  person: { userId: string; firstName: string; lastName: string },
): Promise<{ username: string; origin: 'names' | 'stand_in' }> {
  const derived = usernameBase(person.firstName, person.lastName)
  const base = derived ?? standInUsername(person.userId)
  const owner = { userId: person.userId, at: clock() }
  for (let attempt = 0; attempt < maxTries; attempt++) {
    // The first numbers twice, since someone else may have taken the first free name at the same moment.
    const candidates = Array.from({ length: candidatesPerTry }, (_, i) =>
      usernameCandidate(base, attempt < 2 ? 1 + i : randomInt(1 + candidatesPerTry, manyOfAName)),
    )
    const free = candidates.filter((name) => !reservedUsernames.has(name))
    const claimed = await claimUsername(db, free, owner)
    if (claimed) return { username: claimed, origin: derived ? 'names' : 'stand_in' }
  }
  throw new AppError('unavailable', 'No free username could be found. Please try again.')
}

/** How often someone may change their names, and look up usernames: generous to who types, not to who collects. */
export const createPeopleLimits = (pool: pg.Pool): { lookups: RateLimiter; renames: AccountLimit } => ({
  lookups: createRateLimiter(pool, { name: 'username_lookups', points: 120, seconds: 60 }),
  renames: createAccountLimit(pool, renameLimit),
})

/**
 * Whether the caller could take a username (docs/product/profile.md#username). One read by key. Throws `rate_limited`
 * to someone who asks for more than `lookups` allows.
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
  // Someone else may take it at this very moment: then the database lets only one of the two have it.
  if (!(await claimUsername(context.db, [username], { userId, at: now }))) throw usernameTaken()
}

const usernameTaken = () => usernameProblem('conflict', 'Username is already taken.')

const tooManyUsernames = (most: number, retryAfter: number) =>
  usernameProblem(
    'rate_limited',
    `You have taken ${most} new usernames within 30 days. You can take another ${inDays(retryAfter)}.`,
    { retry_after: retryAfter },
  )

function inDays(seconds: number): string {
  const days = Math.ceil((seconds * 1000) / dayMs)
  return days === 1 ? 'in a day' : `in ${days} days`
}

const usernameProblem = (code: ErrorCode, message: string, more: ErrorDetails = {}) =>
  new AppError(code, message, { ...more, problems: [{ path: 'username', message }] })
