import { type Kysely, sql, type Updateable } from 'kysely'
import type { DB, Lists } from '../../platform/database/schema.ts'

/** One of a person's own lists, locked until the transaction ends. */
export const lockOwnList = (db: Kysely<DB>, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('lists')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(['id', 'title', 'words', 'slug', 'cover_url', 'is_look', 'is_saved', 'is_public', 'version'])
    .select(['items_count', 'shown_count', 'first_public_at', 'hidden_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()

export type LockedList = NonNullable<Awaited<ReturnType<typeof lockOwnList>>>

export async function countLists(db: Kysely<DB>, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('lists')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const selectSaved = async (db: Kysely<DB>, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('lists')
      .where('user_id', '=', userId)
      .where('is_saved', '=', true)
      .select('id')
      .executeTakeFirst()
  )?.id

type NewList = Pick<LockedList, 'title' | 'words' | 'slug' | 'cover_url' | 'is_look' | 'is_saved'> & {
  user_id: string
  at: Date
}

export async function insertList(db: Kysely<DB>, { at, ...list }: NewList): Promise<string> {
  const { id } = await db
    .insertInto('lists')
    .values({ ...list, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a list, which makes a new version of it. */
export const changeList = (db: Kysely<DB>, id: string, changes: Updateable<Lists> & { updated_at: Date }) =>
  db
    .updateTable('lists')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteListRow = (db: Kysely<DB>, id: string) =>
  db.deleteFrom('lists').where('id', '=', id).execute()

/** The slugs of a person's lists, present and former, that begin with `base`, each with its list. */
export const selectSlugs = (db: Kysely<DB>, userId: string, base: string) =>
  db
    .selectFrom('list_slugs')
    .where('user_id', '=', userId)
    .where('slug', '>=', base)
    .where('slug', 'like', `${base}%`)
    .select(['slug', 'list_id'])
    .execute()

type Slug = { user_id: string; slug: string; list_id: string; created_at: Date }

/** Notes a slug of a list, or that it is the present one again. */
export const insertSlug = (db: Kysely<DB>, slug: Slug) =>
  db
    .insertInto('list_slugs')
    .values(slug)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'slug']).doUpdateSet({ created_at: slug.created_at }),
    )
    .execute()

/** Forgets the slugs of a list, but for the latest `kept`. */
export const deleteSlugsBut = (db: Kysely<DB>, listId: string, kept: number) =>
  sql`
    delete from list_slugs s using (
      select user_id, slug from list_slugs where list_id = ${listId}
      order by created_at desc, slug desc offset ${kept}
    ) as old
    where s.user_id = old.user_id and s.slug = old.slug`.execute(db)

/** Notes that a list of the person becomes public for the first time on this day; false if another one has. */
export async function takeDay(db: Kysely<DB>, userId: string, day: string): Promise<boolean> {
  const taken = await db
    .insertInto('list_days')
    .values({ user_id: userId, day })
    .onConflict((conflict) => conflict.columns(['user_id', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst()
  return taken !== undefined
}
