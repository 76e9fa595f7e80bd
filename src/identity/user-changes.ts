import { type Context, inTransaction, requireUser } from '../platform/context.ts'
import type { JsonObject } from '../platform/database/schema.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { lockUser } from './account/sql.ts'
import { createPasswordChange } from './account/user-changes.ts'
import { isAcceptableData, unusableData, type WireUser } from './contract.ts'
import type { IdentityCore } from './core.ts'
import { emailExists, sessionNotFound } from './failures.ts'
import { presentUser } from './present.ts'
import { readUser } from './sql.ts'
import type { UserChanges } from './user-changes-contract.ts'
import { mergedMetadata } from './user-changes-rules.ts'
import { isEmailTaken, readOwnAccount, setUserMetadata } from './user-changes-sql.ts'

/** What a person may change of their own account on the auth wire (spec section 7, "PUT user"). */
export function createUserChanges(core: IdentityCore) {
  const passwords = createPasswordChange(core)

  return {
    /**
     * Changes all that is asked for, or nothing. Throws what `PasswordChange` throws, `email_exists`, `not_offered` for
     * another address or a phone number, and `validation_failed` for metadata that grows too large.
     */
    async updateUser(context: Context, changes: UserChanges): Promise<WireUser> {
      const { userId, sessionId } = requireUser(context)
      await refuseOtherAddress(context, sessionId, changes)
      const newPassword =
        changes.password === undefined
          ? undefined
          : await passwords.prepare(context, changes.password, changes.current_password)
      await inTransaction(context, async (inner) => {
        if (!(await lockUser(inner.db, userId))) throw sessionNotFound()
        if (changes.data) await changeMetadata(inner, changes.data)
        if (newPassword) await passwords.apply(inner, newPassword)
      })
      const found = await readUser(context.db, userId)
      if (!found) throw sessionNotFound()
      return presentUser(found)
    },
  }
}

/** Email is read-only (spec section 5); the client may send the one it has. */
async function refuseOtherAddress(
  { db }: Context,
  sessionId: string,
  { email, phone }: UserChanges,
): Promise<void> {
  if (phone) throw new AppError('not_offered', 'Phone numbers are not offered')
  if (email === undefined) return
  const account = await readOwnAccount(db, sessionId)
  if (!account) throw sessionNotFound()
  if (email === account.email) return
  if (await isEmailTaken(db, email)) throw emailExists()
  throw new AppError('not_offered', 'Email cannot be changed')
}

async function changeMetadata(context: Context, data: Record<string, unknown>): Promise<void> {
  const { userId, sessionId } = requireUser(context)
  const account = await readOwnAccount(context.db, sessionId)
  if (!account) throw sessionNotFound()
  const metadata = mergedMetadata(account.user_metadata as JsonObject, data)
  if (!isAcceptableData(metadata)) throw invalid('data', unusableData)
  await setUserMetadata(context.db, { userId, metadata: metadata as JsonObject, now: context.clock() })
}
