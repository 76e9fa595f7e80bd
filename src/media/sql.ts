import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { Framing } from './store.ts'

/** How many bytes a stored picture takes, and how many while another replaces it. */
const taken = sql<number>`greatest(bytes, storing_bytes)`

/** A picture's row, locked until the transaction ends. */
export const holdRow = (db: Kysely<DB>, path: string) =>
  db
    .selectFrom('pictures')
    .where('path', '=', path)
    .select(['storing_until', 'removing_since'])
    .select(taken.as('taken'))
    .forUpdate()
    .executeTakeFirst()

/** The same, unless another transaction locks it: one that is about to show it does. */
export const holdFreeRow = (db: Kysely<DB>, path: string) =>
  db
    .selectFrom('pictures')
    .where('path', '=', path)
    .select('path')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** What a person's pictures take, without the one of this path. */
export async function selectTaken(db: Kysely<DB>, userId: string, path: string): Promise<number> {
  const { sum } = await db
    .selectFrom('pictures')
    .where('user_id', '=', userId)
    .where('path', '<>', path)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>(taken), eb.lit(0)).as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum)
}

type Claim = { path: string; userId: string; bytes: number; at: Date; until: Date; lookAt: Date }

/** Adds or updates the row of a picture that is about to be stored. */
export const claimPath = (db: Kysely<DB>, { path, userId, bytes, at, until, lookAt }: Claim) =>
  db
    .insertInto('pictures')
    .values({
      path,
      user_id: userId,
      bytes: 0,
      storing_bytes: bytes,
      storing_until: until,
      stored_at: at,
      look_at: lookAt,
    })
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet({
        // An upload that was interrupted may have left a file.
        bytes: sql`greatest(pictures.bytes, pictures.storing_bytes)`,
        storing_bytes: bytes,
        storing_until: until,
        stored_at: at,
        look_at: lookAt,
      }),
    )
    .execute()

type Settled = { bytes: number | null; framing?: Framing }

/**
 * Sets what is stored at a path after an attempt to store a picture there; the larger size where that is not known.
 */
export const settlePath = (db: Kysely<DB>, path: string, { bytes, framing }: Settled) =>
  db
    .updateTable('pictures')
    .set({
      bytes: bytes ?? taken,
      storing_bytes: null,
      storing_until: null,
      ...(framing && {
        side: framing.side,
        square_left: framing.square?.left ?? null,
        square_top: framing.square?.top ?? null,
      }),
    })
    .where('path', '=', path)
    .execute()

/** What is known of a picture's square. */
export async function selectFraming(db: Kysely<DB>, path: string): Promise<Framing | undefined> {
  const row = await db
    .selectFrom('pictures')
    .where('path', '=', path)
    .select(['side', 'square_left', 'square_top'])
    .executeTakeFirst()
  if (!row) return undefined
  const { side, square_left: left, square_top: top } = row
  const isPlaced = side !== null && left !== null && top !== null
  return { side, square: isPlaced ? { left, top, side } : null }
}

type Found = { path: string; userId: string; bytes: number }

/** Adds rows for stored pictures that have none; not for deleted accounts. */
export const insertFound = (db: Kysely<DB>, found: Found[], { at, lookAt }: { at: Date; lookAt: Date }) =>
  sql`
    insert into pictures (path, user_id, bytes, stored_at, look_at)
    select f.path, f.user_id, f.bytes, ${at}, ${lookAt}
    from unnest(${found.map(({ path }) => path)}::text[], ${found.map(({ userId }) => userId)}::uuid[],
      ${found.map(({ bytes }) => bytes)}::int[]) as f (path, user_id, bytes)
    join users on users.id = f.user_id
    on conflict (path) do nothing`.execute(db)

/** Those of `paths` that have a row. */
export async function selectKnown(db: Kysely<DB>, paths: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('pictures')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .select('path')
    .execute()
  return new Set(rows.map(({ path }) => path))
}

/** Those of `paths` that are not marked for removal, locked so until the transaction ends. */
export async function holdUnmarked(db: Kysely<DB>, paths: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('pictures')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where('removing_since', 'is', null)
    .select('path')
    .orderBy('path')
    .forShare()
    .execute()
  return new Set(rows.map(({ path }) => path))
}

/** Pictures that are due to be checked, locked until the transaction ends; without those that others lock. */
export async function holdDue(db: Kysely<DB>, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .where('look_at', '<=', now)
    .where('removing_since', 'is', null)
    .where((eb) => eb.or([eb('storing_until', 'is', null), eb('storing_until', '<=', now)]))
    .select('path')
    .orderBy('look_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ path }) => path)
}

type Shown = { path: string; userId: string; address: string }

/**
 * Those of some pictures that neither a product, nor a list, nor their owner's profile shows. Call it after they are
 * locked, as a statement of its own, so that it sees what was saved meanwhile.
 */
export async function selectUnused(db: Kysely<DB>, pictures: Shown[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select f.path
    from unnest(${pictures.map(({ path }) => path)}::text[], ${pictures.map(({ userId }) => userId)}::uuid[],
      ${pictures.map(({ address }) => address)}::text[]) as f (path, user_id, address)
    where not exists (select from products r where r.image_url = f.address and r.image_source = 'owner')
      and not exists (select from products r where r.photos @> array[f.address])
      and not exists (
        select from profiles p where p.id = f.user_id and f.address in (p.avatar_url, p.cover_url))
      and not exists (select from lists l where l.cover_url = f.address)`.execute(db)
  return rows.map(({ path }) => path)
}

/** The products that show a picture, each way by an index of its own. */
const showing = (address: string) => sql`
  select r.withheld, r.deleted_at from products r where r.image_url = ${address} and r.image_source = 'owner'
  union all
  select r.withheld, r.deleted_at from products r where r.photos @> array[${address}::text]`

/**
 * Whether a picture is withheld: its owner is suspended or gone, it is being removed, or only products that are
 * withheld, or hidden lists, show it. A picture that is shown nowhere is not withheld, since most are uploaded before
 * what shows them is saved.
 */
export async function selectIsWithheld(db: Kysely<DB>, { path, userId, address }: Shown): Promise<boolean> {
  const { rows } = await sql<{ is_withheld: boolean }>`
    select coalesce((select p.is_suspended from profiles p where p.id = ${userId}), true)
      or exists (select from pictures where path = ${path} and removing_since is not null)
      or (
        exists (select from (${showing(address)}) r where r.withheld)
        or exists (select from lists l where l.cover_url = ${address} and l.hidden_at is not null)
      )
      and not exists (select from (${showing(address)}) r where not r.withheld and r.deleted_at is null)
      and not exists (select from lists l where l.cover_url = ${address} and l.hidden_at is null)
      and not exists (
        select from profiles p where p.id = ${userId} and ${address} in (p.avatar_url, p.cover_url)) as is_withheld`.execute(
    db,
  )
  return rows[0]?.is_withheld ?? false
}

/** Marks pictures for removal, except those that are being stored. Returns those that are marked now. */
export async function markRemoving(db: Kysely<DB>, paths: string[], now: Date): Promise<string[]> {
  const rows = await db
    .updateTable('pictures')
    .set({ removing_since: now })
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where((eb) => eb.or([eb('storing_until', 'is', null), eb('storing_until', '<=', now)]))
    .returning('path')
    .execute()
  return rows.map(({ path }) => path)
}

/** Takes such a mark back. */
export const unmark = (db: Kysely<DB>, paths: string[]) =>
  db
    .updateTable('pictures')
    .set({ removing_since: null })
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute()

export const putOffLook = (db: Kysely<DB>, paths: string[], lookAt: Date) =>
  db
    .updateTable('pictures')
    .set({ look_at: lookAt })
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute()

/** Pictures whose removal began before `since` and has not ended. */
export async function selectLeftRemovals(db: Kysely<DB>, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .where('removing_since', '<', since)
    .select('path')
    .limit(limit)
    .execute()
  return rows.map(({ path }) => path)
}

export const deleteRemoved = (db: Kysely<DB>, paths: string[]) =>
  db
    .deleteFrom('pictures')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where('removing_since', 'is not', null)
    .execute()

/** The rows of some stored pictures. */
export const selectRows = (db: Kysely<DB>, paths: string[]) =>
  db
    .selectFrom('pictures')
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .select(['path', 'bytes', 'storing_bytes', 'removing_since'])
    .execute()

/** Whether this database counts pictures at all: one of an earlier version has no table for it. */
export async function hasRows(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('pictures') is not null as has`.execute(db)
  return rows[0]?.has ?? false
}

/** The next thousand pictures that are stored whole and stay, by path. */
export async function selectStored(db: Kysely<DB>, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .where('path', '>', after)
    .where('bytes', '>', 0)
    .where('removing_since', 'is', null)
    .select('path')
    .orderBy('path')
    .limit(1_000)
    .execute()
  return rows.map(({ path }) => path)
}
