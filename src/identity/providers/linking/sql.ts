import type { Kysely } from 'kysely'
import type { DB, JsonObject } from '../../../platform/database/schema.ts'
import type { Challenge } from '../../rules.ts'
import type { ProviderName } from '../contract.ts'

type Db = Kysely<DB>

export const insertLink = (
  db: Db,
  link: {
    tokenHash: Buffer
    id: string
    userId: string
    provider: ProviderName
    subject: string
    data: JsonObject
    redirectTo: string
    challenge: Challenge | null
    tries: number
    now: Date
    expiresAt: Date
  },
) =>
  db
    .insertInto('provider_links')
    .values({
      token_hash: link.tokenHash,
      id: link.id,
      user_id: link.userId,
      provider: link.provider,
      provider_id: link.subject,
      identity_data: link.data,
      redirect_to: link.redirectTo,
      code_challenge: link.challenge?.challenge ?? null,
      code_challenge_method: link.challenge?.method ?? null,
      tries_left: link.tries,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute()

/** Uses up an attempt at a link and returns it; undefined if there is none, no attempts are left, or it has expired. */
export const takeTry = (db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) =>
  db
    .updateTable('provider_links')
    .set((column) => ({ tries_left: column('tries_left', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('tries_left', '>', 0)
    .returning([
      'id',
      'user_id',
      'provider',
      'provider_id',
      'identity_data',
      'redirect_to',
      'code_challenge',
      'code_challenge_method',
      'tries_left',
    ])
    .executeTakeFirst()

/** Removes a link after the right code; false if another call has done so. */
export async function takeLink(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('provider_links')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Until when a link can be confirmed; undefined once that time is over. */
export const isWaiting = async (db: Db, { id, now }: { id: string; now: Date }): Promise<boolean> =>
  (await db
    .selectFrom('provider_links')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined
