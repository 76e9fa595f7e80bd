import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import type { JsonObject } from '../../platform/database/schema.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { invalid } from '../../shared/errors.ts'
import { createMutex } from '../../shared/mutex.ts'
import { minOfReplacement } from '../../shared/sign-in/password.ts'
import {
  forbidSettingPassword,
  hasEmailIdentity,
  lockUser,
  readOwnAccount,
  setPasswordHash,
  setUserMetadata,
} from '../account/sql.ts'
import { createNonceCheck } from '../acts/reauthentication.ts'
import { proved, requireAct } from '../acts/service.ts'
import {
  email as emailSchema,
  invalidAddress,
  isAcceptableData,
  type UserChanges,
  unusableData,
  type WireUser,
} from '../contract.ts'
import { type IdentityCore, serializeUser } from '../core.ts'
import { authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { forgetFamiliar } from '../familiar/sql.ts'
import { mailNotice } from '../notices.ts'
import { requireStrongPassword } from '../passwords.ts'
import { mergedMetadata } from '../rules.ts'
import { endSessions } from '../sessions/sql.ts'
import { insertEmailIdentity, readUser } from '../sql.ts'
import { endFlowsOf, isLivingNonce } from '../tokens/sql.ts'
import { notePassword } from '../undo/links.ts'

/** The changes that people can make to their own account on the auth wire (docs/product/calls.md#auth-calls). */
export function createUserChanges(core: IdentityCore) {
  const passwords = createPasswordChange(core)
  // One person's simultaneous changes of the password run one after another, so that the first ends the right of the
  // others before their hashes are made.
  const oneChange = createMutex()

  const change = (context: Context, { data }: UserChanges, newPassword?: PreparedPassword) =>
    inTransaction(context, async (inner) => {
      if (!(await lockUser(inner.db, requireUser(context).userId))) throw authError('session_not_found')
      if (data) await changeMetadata(inner, data)
      if (newPassword) await passwords.apply(inner, newPassword)
    })

  async function changeWithPassword(
    context: Context,
    changes: UserChanges,
    password: string,
    from: Pick<Device, 'address' | 'browser'>,
  ) {
    const prepared = await passwords.prepare(context, password, changes, from)
    await change(context, changes, prepared)
    const { userId, assurance } = requireUser(context)
    await core.places.keep(context, { userId, level: assurance?.level ?? 'aal1' }, from)
    const { judgedBy, nonceHash } = prepared
    const { userId: user, sessionId: session } = requireUser(context)
    const by = judgedBy.may_set_password ? 'mailed link' : nonceHash ? 'mailed nonce' : 'current password'
    securityEvent(core.options.log, 'password_changed', { user, session, by, from: from.address })
  }

  return {
    /**
     * Makes all requested changes, or none. Throws what `PasswordChange` throws, `feature_disabled` for another address
     * (`rate_limited` when there were too many), `phone_provider_disabled` for a phone number, and `validation_failed`
     * for metadata that grows too large.
     */
    async update(
      context: Context,
      changes: UserChanges,
      from: Pick<Device, 'address' | 'browser'> = {},
    ): Promise<WireUser> {
      const { userId } = requireUser(context)
      await refuseOtherAddress(context, changes, () => core.limits.addressChange(userId, from))
      const { password } = changes
      if (password === undefined) await change(context, changes)
      else await oneChange(userId, () => changeWithPassword(context, changes, password, from))
      const found = await readUser(context.db, userId)
      if (!found) throw authError('session_not_found')
      return serializeUser(found)
    },
  }
}

/** Email is read-only (docs/product/profile.md#fields); the client may send the current one. */
async function refuseOtherAddress(
  context: Context,
  { email, phone }: UserChanges,
  count: () => Promise<void>,
): Promise<void> {
  if (phone) throw authError('phone_provider_disabled')
  if (email === undefined) return
  const account = await readOwnAccount(context, requireUser(context).sessionId)
  if (!account) throw authError('session_not_found')
  if (email === account.email) return
  await count()
  // Whether the address has an account is not looked up, so that the answer reveals nothing.
  throw emailSchema.safeParse(email).success
    ? authError('feature_disabled.address')
    : invalid('email', invalidAddress)
}

async function changeMetadata(context: Context, data: Record<string, unknown>): Promise<void> {
  const { userId, sessionId } = requireUser(context)
  const account = await readOwnAccount(context, sessionId)
  if (!account) throw authError('session_not_found')
  const metadata = mergedMetadata(account.user_metadata as JsonObject, data)
  if (!isAcceptableData(metadata)) throw invalid('data', unusableData)
  await setUserMetadata(context.db, { userId, metadata: metadata as JsonObject, now: context.clock() })
}

/**
 * A checked new password, and the state of the account that it was checked with; it is set only if that is unchanged.
 */
type PreparedPassword = {
  newHash: string
  judgedBy: { password_hash: string | null; may_set_password: boolean }
  /** The hash of the nonce sent in place of the current password; used up when the password is set. */
  nonceHash: Buffer | null
}

/** Sets a password: once without the current one in a session begun by a mailed link, else with it. */
function createPasswordChange(core: IdentityCore) {
  const { options, passwords, limits, isOwnPassword } = core
  const { tryNonce } = createNonceCheck(core)

  /** Throws `current_password_required`, `rate_limited` or `current_password_invalid`. */
  async function requireCurrentPassword(context: Context, hash: string | null, given: string | undefined) {
    const { userId, sessionId } = requireUser(context)
    if (hash === null) throw authError('current_password_required.no_password')
    if (!given) throw authError('current_password_required')
    if (!(await isOwnPassword({ userId, sessionId, hash, password: given })))
      throw authError('current_password_invalid')
    requireAct(await proved(context, 'password'), 'password.change')
  }

  /** Returns the stored hash of the nonce. Throws `rate_limited`, or `reauthentication_not_valid`. */
  async function requireMailedCode(context: Context, nonce: string): Promise<Buffer> {
    const right = await tryNonce(context, nonce, { spends: false })
    if (!right) throw authError('reauthentication_not_valid')
    requireAct(right.proven, 'password.change')
    return right.tokenHash
  }

  return {
    /**
     * Checks and hashes a new password; call it outside transactions, since hashing is slow. Throws `same_password`,
     * `weak_password` and `reauthentication_needed`, and the failures of a missing or wrong current one.
     */
    async prepare(
      context: Context,
      password: string,
      { current_password: currentPassword, nonce }: Pick<UserChanges, 'current_password' | 'nonce'>,
      from: Pick<Device, 'address'>,
    ): Promise<PreparedPassword> {
      const { userId, sessionId } = requireUser(context)
      const account = await readOwnAccount(context, sessionId)
      if (!account || account.ended_at) throw authError('session_not_found')
      const { password_hash, may_set_password, had_link } = account
      // Cheap checks first: hashing is slow, and others wait for it.
      const { appName, passwordMinLength } = options.settings
      const said = [appName, account.email, ...namesOf(account.user_metadata)]
      await requireStrongPassword(password, { minLength: minOfReplacement(passwordMinLength), said })
      if (had_link && !may_set_password && !currentPassword && !nonce) throw authError('otp_expired')
      await limits.passwordChange(userId, from)
      const nonceHash = nonce && !may_set_password ? await requireMailedCode(context, nonce) : null
      if (!nonceHash && !may_set_password)
        await requireCurrentPassword(context, password_hash, currentPassword)
      if (await passwords.verify(password_hash, password, userId)) throw authError('same_password')
      const newHash = await passwords.hash(password, userId)
      return { newHash, judgedBy: { password_hash, may_set_password }, nonceHash }
    },

    /**
     * Sets the password and ends every other session, link and code. Runs in the caller's transaction, which holds the
     * user's lock: a sign-in with the old password either is seen here or fails (see `noteSignIn`). Throws
     * `session_not_found` or `conflict` when the account has changed since `prepare`.
     */
    async apply(context: Context, { newHash, judgedBy, nonceHash }: PreparedPassword): Promise<void> {
      const { userId, sessionId } = requireUser(context)
      const { db } = context
      const now = context.clock()
      const account = await readOwnAccount(context, sessionId)
      if (!account || account.ended_at) throw authError('session_not_found')
      const isAsJudged =
        account.password_hash === judgedBy.password_hash &&
        account.may_set_password === judgedBy.may_set_password
      if (!isAsJudged) throw authError('conflict')
      if (nonceHash && !(await isLivingNonce(db, { tokenHash: nonceHash, sessionId, now })))
        throw authError('reauthentication_not_valid')
      // For a person who reads the account's mail and had no password, the first one proves no more than another mail
      // would.
      const hasStep = requireUser(context).assurance?.proof.asksStep === true
      const isSettled = account.password_hash === null && account.may_set_password && !hasStep
      await setPasswordHash(db, { userId, passwordHash: newHash, isSettled, now })
      await notePassword(context, userId)
      await mailNotice(context, userId, { change: 'password' })
      await endFlowsOf(db, userId)
      await forgetFamiliar(db, userId)
      await endSessions(db, { userId, except: sessionId }, { reason: 'password_changed', now })
      if (account.may_set_password) await forbidSettingPassword(db, sessionId)
      if (account.password_hash === null) await ensureEmailIdentity(context, account)
    },
  }
}

/** A person's names, as far as the metadata has them. */
const namesOf = (metadata: unknown): string[] => {
  const { first_name, last_name } = metadata as JsonObject
  return [first_name, last_name].filter((name) => typeof name === 'string')
}

/** Mails a person who signed in only with a provider that they can now sign in with a password too. */
async function ensureEmailIdentity(
  context: Context,
  { email, user_metadata }: { email: string; user_metadata: unknown },
): Promise<void> {
  const { userId } = requireUser(context)
  if (await hasEmailIdentity(context.db, userId)) return
  const data = {
    ...(user_metadata as JsonObject),
    sub: userId,
    email,
    email_verified: true,
    phone_verified: false,
  }
  await insertEmailIdentity(context.db, { userId, data, now: context.clock() })
}
