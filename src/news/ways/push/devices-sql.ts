import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import type { PushTarget } from './push-client.ts'

type Db = Kysely<DB>

/** How many browsers of an account get messages. */
export const mostDevices = 10

export type DeviceRow = PushTarget & {
  id: string
  session_id: string
  user_agent: string | null
  added_at: Date
}

/** Where an account takes messages, of living sessions alone, the newest first. */
export const selectDevices = (db: Db, userId: string): Promise<DeviceRow[]> =>
  db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.session_id', 's.user_agent', 'd.endpoint', 'd.public_key', 'd.secret', 'd.added_at'])
    .where('d.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .orderBy('d.added_at', 'desc')
    .orderBy('d.id')
    .execute()

type NewDevice = PushTarget & { userId: string; sessionId: string; at: Date }

/**
 * Makes a browser the session's one device. The same browser under another session or account is that no longer: what
 * is sent there would be read by whoever is signed in now. Beyond ten, those that were added first go.
 */
export async function putDevice(
  db: Db,
  { userId, sessionId, endpoint, public_key, secret, at }: NewDevice,
): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('session_id', '<>', sessionId)
    .execute()
  await db
    .insertInto('push_devices')
    .values({ user_id: userId, session_id: sessionId, endpoint, public_key, secret, added_at: at })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({ endpoint, public_key, secret, added_at: at }),
    )
    .execute()
  await sql`
    delete from push_devices where id in (
      select id from push_devices where user_id = ${userId} order by added_at desc, id desc offset ${mostDevices}
    )`.execute(db)
}

/** Removes one of an account's devices. Returns whether there was one. */
export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes a device that takes no more messages, unless the browser has given another address meanwhile. */
export const forgetEndpoint = (db: Db, endpoint: string) =>
  db.deleteFrom('push_devices').where('endpoint', '=', endpoint).execute()
