import { type Kysely, sql } from 'kysely'
import type { DB, JsonObject } from '../../platform/database/schema.ts'
import type { Challenge } from '../rules.ts'

type Db = Kysely<DB>

export const insertProviderFlow = (
  db: Db,
  flow: {
    stateHash: Buffer
    provider: string
    nonce: string
    codeVerifier: string
    redirectTo: string
    challenge: Challenge | null
    now: Date
    expiresAt: Date
  },
) =>
  db
    .insertInto('provider_flows')
    .values({
      state_hash: flow.stateHash,
      provider: flow.provider,
      nonce: flow.nonce,
      code_verifier: flow.codeVerifier,
      redirect_to: flow.redirectTo,
      code_challenge: flow.challenge?.challenge ?? null,
      code_challenge_method: flow.challenge?.method ?? null,
      created_at: flow.now,
      expires_at: flow.expiresAt,
    })
    .execute()

/** Deletes a flow and returns it, so that its state counts once; undefined when there is none or it has expired. */
export const takeProviderFlow = (db: Db, { stateHash, now }: { stateHash: Buffer; now: Date }) =>
  db
    .deleteFrom('provider_flows')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .returning([
      'provider',
      'nonce',
      'code_verifier',
      'redirect_to',
      'code_challenge',
      'code_challenge_method',
    ])
    .executeTakeFirst()

type IdentityKey = { provider: string; subject: string }

/** Makes other sign-ins of this person at the provider wait until the transaction ends. */
export async function lockIdentity(db: Db, { provider, subject }: IdentityKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${subject}`}, 0))`.execute(db)
}

/** The owner of this identity. */
export const readIdentityOwner = (db: Db, { provider, subject }: IdentityKey) =>
  db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()

/** The account with this address, locked so that it keeps the address until the transaction ends. */
export const lockUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select('id').where('email', '=', email).forNoKeyUpdate().executeTakeFirst()

/**
 * Links a new identity, or updates the provider's data about the person. Earlier data that it now omits stays: Apple
 * sends a name once.
 */
export const noteIdentitySignIn = (
  db: Db,
  { userId, provider, subject, data, now }: IdentityKey & { userId: string; data: JsonObject; now: Date },
) =>
  db
    .insertInto('identities')
    .values({
      user_id: userId,
      provider,
      provider_id: subject,
      identity_data: data,
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        identity_data: sql<JsonObject>`identities.identity_data || excluded.identity_data`,
        last_sign_in_at: now,
        updated_at: now,
      }),
    )
    .execute()
