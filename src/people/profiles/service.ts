import type { z } from 'zod'
import { holdOwnAccount, setUserNames } from '../../identity/index.ts'
import type { Media } from '../../media/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { notAuthenticated, notFound } from '../../shared/errors.ts'
import { isUsername } from '../../shared/username.ts'
import type { ownProfile, peopleContract, profileChanges, publicProfile } from '../contract.ts'
import { presentOwnProfile, presentProfile } from '../present.ts'
import { discardAvatar, uploadedAvatar } from './avatar.ts'
import { changeProfile, insertProfile, type ProfileRow, selectProfile } from './sql.ts'
import { claimDerivedUsername, takeUsername } from './usernames.ts'

type PublicProfile = z.input<typeof publicProfile>
type SeenProfile = z.input<(typeof peopleContract)['GET /api/v1/profiles/:username']['response']>

/** Makes the profile of a new account in the sign-up's own transaction, with a username derived from the names. */
export async function createProfile(
  context: Context,
  person: { userId: string; firstName: string; lastName: string },
): Promise<void> {
  const username = await claimDerivedUsername(context, person)
  await insertProfile(context.db, {
    id: person.userId,
    first_name: person.firstName,
    last_name: person.lastName,
    username,
    at: context.clock(),
  })
}

/**
 * A public profile by a current or former username, and whether the caller follows it: null for an anonymous one.
 * Throws `not_found`.
 */
export async function getProfile(context: Context, username: string): Promise<SeenProfile> {
  const viewer = context.actor?.userId
  const row = isUsername(username) ? await selectProfile(context.db, { username }, viewer) : undefined
  if (!row) throw notFound('Profile')
  return { ...presentProfile(row), is_following: viewer ? row.is_following : null }
}

/** The public profile with a current or former username, or none. */
export async function findProfile(context: Context, username: string): Promise<PublicProfile[]> {
  const row = isUsername(username) ? await selectProfile(context.db, { username }) : undefined
  return row ? [presentProfile(row)] : []
}

type OwnProfile = z.input<typeof ownProfile>
type ProfileChanges = z.output<typeof profileChanges>

/** The caller's own profile, the only one that carries an e-mail address. */
export const getOwnProfile = async (context: Context): Promise<OwnProfile> =>
  presentOwnProfile(await ownRow(context))

/**
 * Changes the caller's profile and returns it; what is left out stays as it is. The account's names follow. Throws
 * `validation_failed` for a picture that is not one's own, `conflict` for a username that is taken and `rate_limited`
 * after too many new ones, each naming the field.
 */
export async function updateProfile(
  context: Context,
  media: Media,
  changes: ProfileChanges,
): Promise<OwnProfile> {
  const { userId } = requireUser(context)
  const { avatar_url: chosen } = changes
  // Outside of the transaction: the store may be a slow one.
  const avatar = chosen ? { avatar_url: await uploadedAvatar(media, userId, chosen) } : {}
  return inTransaction(context, async (tx) => {
    await holdOwnAccount(tx)
    const before = await ownRow(tx)
    const { username } = changes
    if (username !== undefined && username !== before.username) await takeUsername(tx, username)
    await changeProfile(tx.db, userId, { ...changes, ...avatar, updated_at: tx.clock() })
    const after = await ownRow(tx)
    await setUserNames(tx, after)
    if (before.avatar_url && before.avatar_url !== after.avatar_url)
      await discardAvatar(tx, userId, before.avatar_url)
    return presentOwnProfile(after)
  })
}

async function ownRow(context: Context): Promise<ProfileRow> {
  const row = await selectProfile(context.db, { id: requireUser(context).userId })
  // Everyone who is signed in has one: the account was deleted at this very moment.
  if (!row) throw notAuthenticated()
  return row
}
