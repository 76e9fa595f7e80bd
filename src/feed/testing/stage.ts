import type { TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'

export type Item = { id: string; user_id: string; title: string; created_at: string; tags?: string[] | null }
type Values = NonNullable<Parameters<typeof insertProduct>[2]>

/** People and products inserted into an app's database, and its lists as a reader gets them over HTTP. */
export const stageOf = ({ app: { database, request }, at }: { app: TestApp; at: Date }) => ({
  creator: () => insertPerson(database.db),

  /** A product of `owner`, `minute` minutes after the stage's time, in a category or the Inbox. */
  async post(owner: Person, minute: number, { category, ...values }: Values & { category?: string } = {}) {
    const stamp = new Date(at.getTime() + minute * 60_000)
    const { id } = await insertProduct(database.db, owner, {
      created_at: stamp,
      updated_at: stamp,
      ...values,
    })
    if (category !== undefined) await fileUnder(database, id, category)
    return { id, title: values.title ?? 'A mug', created_at: stamp.toISOString(), user_id: owner.userId }
  },

  /** Makes `fan` follow them all. */
  follow: (fan: { id: string }, stars: Person[]) =>
    database.db
      .insertInto('followers')
      .values(stars.map(({ userId }) => ({ follower_id: fan.id, following_id: userId, created_at: at })))
      .execute(),

  /** Inserts so many people without products, all followed by `fan`. */
  followSilentPeople: (fan: { id: string }, people: number) =>
    database.pool.query(silentPeople, [people, fan.id, at]),

  get: async (path: string, token?: string) => (await request('GET', `/api/v1/${path}`, { token })).body,

  /** A list's items from its first page to its last, 40 a page at most. */
  async readAll(path: string, token?: string, betweenPages?: () => Promise<unknown>): Promise<Item[]> {
    const items: Item[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: string = cursor && `${path.includes('?') ? '&' : '?'}cursor=${cursor}`
      const { body } = await request('GET', `/api/v1/${path}${page}`, { token })
      if (body.items.length > 40 || (body.next_cursor && body.items.length < 40))
        throw new Error(`a page of ${path} has ${body.items.length} items`)
      items.push(...body.items)
      cursor = body.next_cursor
      await betweenPages?.()
    }
    return items
  },
})

export type Stage = ReturnType<typeof stageOf>

/** Items as every list orders them: newest first, and those of one millisecond by their ids. */
export const newestFirst = <T extends { id: string; created_at: string }>(items: T[]): T[] =>
  items.toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1))

export const idsOf = (items: { id: string }[]): string[] => items.map(({ id }) => id)

/** The cursor of an item. */
export const cursorOf = ({ created_at, id }: { created_at: string; id: string }): string =>
  `${Date.parse(created_at).toString(36)}_${id}`

const fileUnder = ({ db }: TestApp['database'], id: string, slug: string) =>
  db.transaction().execute(async (tx) => {
    await tx
      .insertInto('product_categories')
      .columns(['product_id', 'created_at', 'category_id'])
      .expression((eb) =>
        eb
          .selectFrom(['products', 'categories'])
          .select(['products.id', 'products.created_at', 'categories.id as category_id'])
          .where('products.id', '=', id)
          .where('categories.slug', '=', slug),
      )
      .execute()
    await tx.updateTable('products').set({ is_categorized: true }).where('id', '=', id).execute()
  })

const silentPeople = `
  with made as (
    insert into users (email, created_at, updated_at)
    select format('silent-%s-%s@example.org', $2::uuid, n), $3, $3 from generate_series(1, $1::int) as n
    returning id, 'q-' || right(id::text, 12) as username
  ), named as (
    insert into usernames (username, user_id, created_at) select username, id, $3 from made
  ), shown as (
    insert into profiles (id, username, first_name, last_name, created_at, updated_at)
    select id, username, 'Silent', 'One', $3, $3 from made
  )
  insert into followers (follower_id, following_id, created_at) select $2, id, $3 from made`
