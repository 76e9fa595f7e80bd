import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { type Means, proofLastsMs } from '../../platform/context.ts'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

/** Passkeys, apps and recovery codes: the means that acts ask for once an account has a settled passkey or app. */
export const isStep = (means: Means): boolean =>
  means === 'passkey' || means === 'app' || means === 'recovery_code'

/** Whether an account has a settled passkey or app. */
export const hasSettledStep = (userId: Expression<unknown>) => sql<boolean>`(
  exists (select from factors where factors.user_id = ${userId} and factors.type = 'totp'
    and factors.verified_at is not null and factors.settles_at <= now())
  or exists (select from passkeys where passkeys.user_id = ${userId} and passkeys.settles_at <= now()))`

/** Means that a person can show again at any time; the others work once. */
type LastingMeans = Exclude<Means, 'mailed_link' | 'operator_code'>

/** The means that was shown, its owner, and for a passkey, an app or a set of codes which one. */
type Shown = { means: Means; userId: string; meansId?: string | null }

/**
 * Whether the shown means is settled, by the database's clock. After a code exchange nobody knows which of an account's
 * identities at providers signed in, so all of them must be settled. Mails go to the account's address: reading one
 * proves the address.
 */
export function isSettled({ means, userId, meansId = null }: Shown): RawBuilder<boolean> {
  switch (means) {
    case 'password':
      return sql`exists (select from users where id = ${userId} and password_settles_at <= now())`
    case 'provider':
      return sql`not exists (select from identities where user_id = ${userId} and provider <> 'email'
        and settles_at > now())`
    case 'passkey':
      return sql`exists (select from passkeys where id = ${meansId} and settles_at <= now())`
    case 'app':
    case 'recovery_code':
      return sql`exists (select from factors where id = ${meansId} and verified_at is not null
        and settles_at <= now())`
    case 'mailed_code':
    case 'mailed_link':
    case 'operator_code':
      return sql`true`
  }
}

/**
 * Records on a session that its person has just proved who they are, if by a settled means; returns whether it was.
 * Called after the proof has been checked.
 */
export async function noteProof(
  db: Db,
  { sessionId, now, ...shown }: Shown & { sessionId: string; now: Date },
): Promise<boolean> {
  // Means added in the 15 minutes of an operator's code are settled, even after the first step has been shown.
  const isLetIn = sql<boolean>`(proof_by = 'operator_code' and ${shown.means !== 'operator_code'}
    and proof_at >= ${new Date(now.getTime() - proofLastsMs)})`
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      proof_at: sql`case when ${isLetIn} then proof_at else ${now} end`,
      proof_by: sql`case when ${isLetIn} then proof_by else ${shown.means} end`,
      ...(isStep(shown.means) && { step_at: now }),
    })
    .where('id', '=', sessionId)
    .where('user_id', '=', shown.userId)
    .where('ended_at', 'is', null)
    .where(isSettled(shown))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The settled means of an account, and whether each is a passkey, an app or a set of recovery codes. */
export async function readSettledMeans(
  db: Db,
  userId: string,
): Promise<{ means: LastingMeans; is_step: boolean }[]> {
  const { rows } = await sql<{ means: LastingMeans }>`
    select 'password' as means from users where id = ${userId} and password_hash is not null
      and password_settles_at <= now()
    union all select 'mailed_code' from users where id = ${userId} and email_verified_at is not null
    union select 'provider' from identities where user_id = ${userId} and provider <> 'email' and settles_at <= now()
    union select 'passkey' from passkeys where user_id = ${userId} and settles_at <= now()
    union select case type when 'totp' then 'app' else type end from factors
      where user_id = ${userId} and verified_at is not null and settles_at <= now()`.execute(db)
  return rows.map(({ means }) => ({ means, is_step: isStep(means) }))
}
