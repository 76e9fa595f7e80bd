import type { Context } from '../../platform/context.ts'
import type { JsonObject } from '../../platform/database/schema.ts'
import { AppError } from '../../shared/errors.ts'
import type { IdentityOptions } from '../core.ts'
import { mailNotice } from '../notices.ts'
import { insertUser, noteUserSignIn } from '../sql.ts'
import type { ProviderPerson } from './person-rules.ts'
import { proveAddress } from './proven-address.ts'
import { lockIdentity, lockUserByEmail, noteIdentitySignIn, readIdentityOwner } from './sql.ts'

/** The account that the person gets into: just made, or waiting for a mailed code that shows that they own it. */
type FoundAccount = { userId: string; isMade?: boolean; isWaiting?: boolean }

/**
 * The account of a person whom a provider has recognised, in the caller's transaction: the one that their identity is
 * linked to; else the one with their address, to which the identity is then linked; else a new one. The address counts
 * as proven only if the provider is the authority for it: otherwise an existing account waits for a mailed code, and a
 * new one is unproven. Everything that others prepared at an address that they never proved is removed (see
 * `proveAddress`). A linked identity stays linked, even when the address changes at the provider. Null for an unknown
 * person whose address the provider has not verified; nothing is made then.
 */
export async function accountOf(
  context: Context,
  person: ProviderPerson,
  { afterSignUp, afterProof }: Pick<IdentityOptions, 'afterSignUp' | 'afterProof'>,
): Promise<FoundAccount | null> {
  const { db } = context
  const { provider, subject, verifiedEmail, isAuthority, identityData: data } = person
  await lockIdentity(db, person)
  const owner = await readIdentityOwner(db, person)
  const found = owner ? { userId: owner.user_id } : await accountWithAddress(context, person, afterSignUp)
  if (!found || found.isWaiting) return found
  const provesAddress = (address: string) => isAuthority && address === verifiedEmail
  await linkIdentity(context, {
    userId: found.userId,
    isAddition: !owner && !found.isMade,
    provider,
    subject,
    data,
    provesAddress,
    afterProof,
  })
  return found
}

type Linked = Pick<IdentityOptions, 'afterProof'> & {
  userId: string
  /** Whether the account gets another way in, of which its owner is told. */
  isAddition: boolean
  provider: ProviderPerson['provider']
  subject: string
  data: JsonObject
  provesAddress: (address: string) => boolean
}

/** Records a sign-in by an identity, which is linked to the account if it is new. In the caller's transaction. */
export async function linkIdentity(context: Context, linked: Linked): Promise<void> {
  const { db } = context
  const { userId, isAddition, provider, subject, data, provesAddress, afterProof } = linked
  const now = context.clock()
  // The account is locked before everything that belongs to it, in the same order everywhere, so that nothing
  // deadlocks.
  const address = await noteUserSignIn(db, { userId, now })
  if (!address) throw justDeleted()
  await noteIdentitySignIn(db, { userId, provider, subject, data, now })
  const isFirstProof =
    provesAddress(address) && (await proveAddress(context, userId, { afterProof, by: { provider, subject } }))
  if (isAddition && !isFirstProof) await mailNotice(context, userId, { change: 'provider', name: provider })
}

async function accountWithAddress(
  context: Context,
  { verifiedEmail: email, isAuthority, names }: ProviderPerson,
  afterSignUp: IdentityOptions['afterSignUp'],
): Promise<FoundAccount | null> {
  if (!email) return null
  const metadata = { first_name: names.firstName, last_name: names.lastName }
  const userId = await insertUser(context.db, { email, passwordHash: null, metadata, now: context.clock() })
  if (userId) {
    await afterSignUp(context, { userId, ...names })
    return { userId, isMade: true }
  }
  const existing = await lockUserByEmail(context.db, email)
  if (!existing) throw justDeleted()
  return { userId: existing.id, isWaiting: !isAuthority }
}

const justDeleted = () => new AppError('unavailable', 'This account has just been deleted')
