import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { type AccountLimit, createAccountLimit } from '../../platform/limits/account-limit.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/limits/rate-limit.ts'
import { AppError, accountDeleted, type ErrorCode } from '../../shared/errors.ts'
import { limitReached, periodText } from '../../shared/limit.ts'
import { reservedUsernames } from '../../shared/names/reserved.ts'
import { isUsername, usernameRule } from '../../shared/username.ts'
import {
  changeProfile,
  claimUsername,
  nthNewestUsernameAt,
  selectPlainProfile,
  selectUsername,
} from './sql.ts'
import {
  isFree,
  maxNewUsernames,
  newUsernamesPeriodMs,
  officialWords,
  renameLimit,
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
  official: RegExp,
): Promise<{ username: string; origin: 'names' | 'stand_in' }> {
  const owner = { userId: person.userId, at: clock() }
  const base = usernameBase(person.firstName, person.lastName)
  const derived = base && (await claimNumbered(db, base, owner, official))
  if (derived) return { username: derived, origin: 'names' }
  const standIn = await claimNumbered(db, standInUsername(person.userId), owner, official)
  if (standIn) return { username: standIn, origin: 'stand_in' }
  throw new AppError('unavailable', 'No free username could be found. Please try again.')
}

/** Takes the first free number of a base; undefined where none was found. */
async function claimNumbered(
  db: Context['db'],
  base: string,
  owner: { userId: string; at: Date },
  official: RegExp,
): Promise<string | undefined> {
  for (let attempt = 0; attempt < maxTries; attempt++) {
    // Tries the first numbers twice, since someone else may take the first free name at the same moment.
    const candidates = Array.from({ length: candidatesPerTry }, (_, i) =>
      usernameCandidate(base, attempt < 2 ? 1 + i : randomInt(1 + candidatesPerTry, manyOfAName), official),
    )
    const free = candidates.filter((name) => isUsername(name) && isFree(name, official))
    const claimed = await claimUsername(db, free, owner)
    if (claimed) return claimed
  }
  return undefined
}

/**
 * Gives an account a username for good, official words included: an operator knows who gets it. Its former names stay
 * its own. Returns whether anything changed. Throws `conflict` if the name is someone else's or leads to a page.
 */
export async function giveUsername(
  context: Context,
  { userId, username }: { userId: string; username: string },
  note: (context: Context) => Promise<void>,
): Promise<'given' | 'as_it_was'> {
  if (!isUsername(username)) throw usernameProblem('validation_failed', usernameRule)
  return inTransaction(context, async (tx) => {
    const before = await selectPlainProfile(tx.db, userId)
    if (!before) throw accountDeleted()
    if (before.username === username) return 'as_it_was'
    const entry = await selectUsername(tx.db, username)
    if (entry ? entry.user_id !== userId : reservedUsernames.has(username)) throw usernameTaken()
    const at = tx.clock()
    if (!entry && !(await claimUsername(tx.db, [username], { userId, at }))) throw usernameTaken()
    await changeProfile(tx.db, userId, { username, handle_origin: 'chosen', updated_at: at })
    await note(tx)
    return 'given'
  })
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
  { lookups, appName }: { lookups: RateLimiter; appName: string },
  username: string,
): Promise<{ status: UsernameStatus }> {
  const { userId } = requireUser(context)
  await lookups.take(userId)
  const entry = isUsername(username) ? await selectUsername(context.db, username) : undefined
  return { status: usernameStatusFor(userId, username, entry, officialWords(appName)) }
}

/**
 * Makes a username the caller's for good, unless it already is. Throws `conflict` when it is someone else's, reserved
 * or for admins to give, and `rate_limited` after too many new ones, each naming the field. Runs in the caller's
 * transaction.
 */
export async function takeUsername(context: Context, username: string, official: RegExp): Promise<void> {
  const { userId, isUnproven } = requireUser(context)
  const max = maxNewUsernames[isUnproven ? 'unproven' : 'proven']
  const now = context.clock()
  const entry = await selectUsername(context.db, username)
  if (usernameStatusFor(userId, username, entry, official) !== 'available') throw usernameTaken()
  if (entry) return
  const limiting = await nthNewestUsernameAt(context.db, userId, max)
  const wait = limiting ? limiting.getTime() + newUsernamesPeriodMs - now.getTime() : 0
  if (wait > 0) throw tooManyUsernames(max, Math.ceil(wait / 1000))
  // If someone else takes it at this moment, the database gives it to one of the two.
  if (!(await claimUsername(context.db, [username], { userId, at: now }))) throw usernameTaken()
}

const usernameTaken = () => usernameProblem('conflict', 'Username is already taken.')

const tooManyUsernames = (max: number, retryAfter: number) =>
  limitReached({
    reason: `You have taken ${max} new usernames within ${periodText(newUsernamesPeriodMs / 1000)}.`,
    again: 'You can take another',
    points: max,
    seconds: newUsernamesPeriodMs / 1000,
    retryAfter,
    field: 'username',
  })

const usernameProblem = (code: ErrorCode, message: string) =>
  new AppError(code, message, { problems: [{ path: 'username', message }] })
