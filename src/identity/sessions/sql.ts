import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Challenge } from '../challenge-rules.ts'

type Db = Kysely<DB>

export const insertAuthCode = (
  db: Db,
  code: {
    codeHash: Buffer
    userId: string
    method: 'recovery' | 'oauth'
    challenge: Challenge
    now: Date
    expiresAt: Date
  },
) =>
  db
    .insertInto('auth_codes')
    .values({
      code_hash: code.codeHash,
      user_id: code.userId,
      method: code.method,
      code_challenge: code.challenge.challenge,
      code_challenge_method: code.challenge.method,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()

/** A code, locked: of two exchanges at once, the second finds it gone. */
export const lockAuthCode = (db: Db, codeHash: Buffer) =>
  db
    .selectFrom('auth_codes')
    .select(['user_id', 'method', 'code_challenge', 'code_challenge_method', 'expires_at'])
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst()

export const deleteAuthCode = (db: Db, codeHash: Buffer) =>
  db.deleteFrom('auth_codes').where('code_hash', '=', codeHash).execute()
