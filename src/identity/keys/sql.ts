import type { Kysely } from 'kysely'
import type { DB, JsonObject } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

/** The signing key, and those retired after `retiredSince`, the latest of them first. */
export const readSigningKeys = (db: Db, retiredSince: Date) =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where((is) => is.or([is('retired_at', 'is', null), is('retired_at', '>', retiredSince)]))
    .orderBy('retired_at', (order) => order.desc().nullsFirst())
    .execute()

/** Adds the current signing key, unless another process was first. */
export async function addSigningKey(
  db: Db,
  key: { kid: string; privateJwk: JsonObject; publicJwk: JsonObject },
  now: Date,
): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ kid: key.kid, private_jwk: key.privateJwk, public_jwk: key.publicJwk, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Retires the signing key, if there is one. */
export async function retireSigningKey(db: Db, now: Date): Promise<void> {
  await db.updateTable('signing_keys').set({ retired_at: now }).where('retired_at', 'is', null).execute()
}
