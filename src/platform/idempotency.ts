import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { AppError, accountDeleted } from '../shared/errors.ts'
import { dayMs, hourMs } from '../shared/time.ts'
import { type Context, inTransaction, requireUser } from './context.ts'
import { deleteInBatches } from './database/batches.ts'
import { whereBroken } from './database/errors.ts'
import type { DB } from './database/schema.ts'
import { type JobHandler, periodic } from './jobs/job.ts'

/** The Idempotency-Key of a request; it applies to its caller and its call. */
export type IdempotencyKey = { call: string; key: string }

type Request = {
  /** Without one, each request makes something new. */
  key: IdempotencyKey | undefined
  /** The whole request, which tells a repeated request from another one under the same key. */
  sent: unknown
}

/** The thing made under a key, and a hash of its request. */
type Made = { request_hash: Buffer; made: unknown }

/** How long a key is known, at least: a form may stay open in a tab for days. */
const storedMs = 30 * dayMs

/**
 * Makes something in one transaction, the caller's if there is one, and once for each key: a repeated request gets what
 * the first one made, and waits if that is under way. A failure does not use up the key. `make` returns what a repeat
 * is answered with, stored as JSON: ids, never a secret or anything that may not be shown for so long (decision 37).
 * Throws `idempotency_key_reused` for another request under a used key, and `conflict` when the caller's account has
 * just been deleted.
 */
export function once<T extends string | object>(
  context: Context,
  { key, sent }: Request,
  make: (tx: Context) => Promise<T>,
): Promise<T> {
  return inTransaction(context, async (tx) => {
    if (!key) return make(tx)
    const before = await bindKey(tx, key, sent)
    if (before) return madeFor<T>(before, sent)
    const made = await make(tx)
    await storeMade(tx.db, { ...key, user_id: requireUser(tx).userId }, made)
    return made
  })
}

/** What the caller has made under a key, if anything: for work in several transactions, before it begins. */
export const findMade = (context: Context, key: IdempotencyKey): Promise<Made | undefined> =>
  selectMade(context.db, { ...key, user_id: requireUser(context).userId })

/** What was made, for the request that made it. Throws `idempotency_key_reused` for another. */
export function madeFor<T>({ request_hash, made }: Made, sent: unknown): T {
  if (request_hash.equals(hashOf(sent))) return made as T
  throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for a different request.')
}

const hashOf = (sent: unknown): Buffer => createHash('sha256').update(JSON.stringify(sent)).digest()

/** Binds a key to this transaction, after waiting for the transaction that has it; or returns what that one made. */
async function bindKey(tx: Context, key: IdempotencyKey, sent: unknown): Promise<Made | undefined> {
  const owned = { ...key, user_id: requireUser(tx).userId }
  const bound = insertKey(tx.db, { ...owned, request_hash: hashOf(sent), created_at: tx.clock() })
  if (await whereBroken({ idempotency_keys_user_id_fkey: accountDeleted }, bound)) return undefined
  // It may have expired in between.
  return (await selectMade(tx.db, owned)) ?? bindKey(tx, key, sent)
}

type Owned = IdempotencyKey & { user_id: string }

/** True if nobody has the key. Waits for a transaction that has just inserted it. */
const insertKey = async (db: Kysely<DB>, key: Owned & { request_hash: Buffer; created_at: Date }) => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values(key)
    .onConflict((conflict) => conflict.columns(['user_id', 'call', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const selectMade = (db: Kysely<DB>, { user_id, call, key }: Owned): Promise<Made | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'made'])
    .where('user_id', '=', user_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst()

const storeMade = (db: Kysely<DB>, { user_id, call, key }: Owned, made: unknown) =>
  db
    .updateTable('idempotency_keys')
    .set({ made: JSON.stringify(made) })
    .where('user_id', '=', user_id)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()

/** Deletes keys that have expired. Returns how many. */
export const forgetOldKeys = ({ db, clock }: Omit<Context, 'actor'>): Promise<number> =>
  deleteInBatches(db, 'idempotency_keys', sql`created_at < ${new Date(clock().getTime() - storedMs)}`)

/** The job that deletes expired keys. */
export const createIdempotencyJobs = (context: Omit<Context, 'actor'>): JobHandler[] => [
  periodic('forget_idempotency_keys', hourMs, async () => {
    await forgetOldKeys(context)
  }),
]
