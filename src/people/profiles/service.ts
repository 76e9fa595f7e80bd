import type { z } from 'zod'
import { lockOwnAccount, setUserNames } from '../../identity/index.ts'
import type { Media } from '../../media/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import type { AccountLimit } from '../../platform/limits/account-limit.ts'
import { forbidden, notAuthenticated, notFound } from '../../shared/errors.ts'
import { isUsername } from '../../shared/username.ts'
import {
  mostWaiting,
  type ownProfile,
  type peopleContract,
  type profileChanges,
  type publicProfile,
} from '../contract.ts'
import { serializeOwnProfile, serializeProfile } from '../serialize.ts'
import { discardReplaced, lockPictures, uploadedPictures } from './own-pictures.ts'
import { changeProfile, insertProfile, type ProfileRow, selectProfile, selectUsername } from './sql.ts'
import { officialWords } from './username-rules.ts'
import { claimDerivedUsername, takeUsername } from './usernames.ts'
import { selectWaiting } from './waiting-sql.ts'

type PublicProfile = z.input<typeof publicProfile>
type SeenProfile = z.input<(typeof peopleContract)['GET /api/v1/profiles/:username']['response']>

/** Makes the profile of a new account in the transaction of the sign-up, with a username derived from the names. */
export async function createProfile(
  context: Context,
  person: { userId: string; firstName: string; lastName: string },
  { appName }: { appName: string },
): Promise<void> {
  const { username, origin } = await claimDerivedUsername(context, person, officialWords(appName))
  await insertProfile(context.db, {
    id: person.userId,
    first_name: person.firstName,
    last_name: person.lastName,
    username,
    handle_origin: origin,
    at: context.clock(),
  })
}

/**
 * A public profile by a current or former username, and whether the caller follows it: null for an anonymous one.
 * Throws `not_found`, for a suspended account's too.
 */
export async function getProfile(context: Context, username: string): Promise<SeenProfile> {
  const viewer = context.actor?.userId
  const row = await selectShown(context, username, viewer)
  if (!row) throw notFound('Profile')
  return { ...serializeProfile(row), is_following: viewer ? row.is_following : null }
}

/** The public profile with a current or former username, or none. */
export async function findProfile(context: Context, username: string): Promise<PublicProfile[]> {
  const row = await selectShown(context, username)
  return row ? [serializeProfile(row)] : []
}

async function selectShown(
  { db }: Context,
  username: string,
  viewer?: string,
): Promise<ProfileRow | undefined> {
  const row = isUsername(username) ? await selectProfile(db, { username }, viewer) : undefined
  return row?.is_suspended ? undefined : row
}

/** The owner of a current or former username; for operators, who find suspended accounts too. */
export const findUserId = async ({ db }: Context, username: string): Promise<string | undefined> =>
  (await selectUsername(db, username.toLowerCase()))?.user_id ?? undefined

/** Takes a profile out of every page and list, or puts it back: a step of suspending an account, in its transaction. */
export async function setProfileSuspended(
  { db }: Context,
  userId: string,
  isSuspended: boolean,
): Promise<void> {
  await changeProfile(db, userId, { is_suspended: isSuspended })
}

type OwnProfile = z.input<typeof ownProfile>
type ProfileChanges = z.output<typeof profileChanges>

/** The caller's own profile, the only one with an e-mail address. */
export const getOwnProfile = async (context: Context): Promise<OwnProfile> =>
  presentOwn(context, await ownRow(context))

/** A person's own profile; an admin's says what waits for them, too. */
const presentOwn = async (context: Context, row: ProfileRow): Promise<OwnProfile> =>
  serializeOwnProfile(
    row,
    requireUser(context),
    row.role === 'admin' ? await selectWaiting(context.db, mostWaiting) : undefined,
  )

/** The limits on a person's names: the app's name in usernames, and how often names may change. */
type NameRules = { appName?: string; renames?: AccountLimit }

/** For callers in this process no word is reserved. */
const nothing = /(?!)/g

/**
 * Changes the caller's profile and returns it; absent fields stay. The account's names change with it. Throws
 * `validation_failed` for a picture that is not one's own, `conflict` for a username that is taken and `rate_limited`
 * after too many changes of username or names, each naming the field. Callers in this process have no limit
 * on names.
 */
export async function updateProfile(
  context: Context,
  media: Media,
  changes: ProfileChanges,
  { appName, renames }: NameRules = {},
): Promise<OwnProfile> {
  const official = appName === undefined ? nothing : officialWords(appName)
  if (!renames || !(await isRenaming(context, changes)))
    return changeOwnProfile(context, media, changes, official)
  return renames.spend(context, 1, async (done) => {
    const after = await changeOwnProfile(context, media, changes, official)
    done(1)
    return after
  })
}

async function isRenaming(context: Context, { first_name, last_name }: ProfileChanges): Promise<boolean> {
  if (first_name === undefined && last_name === undefined) return false
  const now = await ownRow(context)
  return (first_name ?? now.first_name) !== now.first_name || (last_name ?? now.last_name) !== now.last_name
}

async function changeOwnProfile(
  context: Context,
  media: Media,
  changes: ProfileChanges,
  official: RegExp,
): Promise<OwnProfile> {
  const { userId, isUnproven } = requireUser(context)
  if (isUnproven && changes.links && changes.links.length > 0) throw unproven()
  // Outside of the transaction, since the store may be slow.
  const uploaded = await uploadedPictures(context, media, userId, changes)
  return inTransaction(context, async (tx) => {
    await lockOwnAccount(tx)
    const before = await ownRow(tx)
    const { first_steps, ...fields } = changes
    const { username } = fields
    if (username !== undefined && username !== before.username) await takeUsername(tx, username, official)
    await lockPictures(tx, uploaded)
    await changeProfile(tx.db, userId, {
      ...fields,
      ...uploaded,
      // Sending the current username counts as choosing it.
      ...(username !== undefined && { handle_origin: 'chosen' }),
      ...(first_steps === null && { first_steps_over: true }),
      updated_at: tx.clock(),
    })
    const after = await ownRow(tx)
    await setUserNames(tx, after)
    await discardReplaced(tx, userId, { before, after })
    return presentOwn(tx, after)
  })
}

const unproven = () => forbidden('Please confirm your email address first. Then you can show links.')

async function ownRow(context: Context): Promise<ProfileRow> {
  const row = await selectProfile(context.db, { id: requireUser(context).userId })
  // Every signed-in person has one, so the account was deleted just now.
  if (!row) throw notAuthenticated()
  return row
}
