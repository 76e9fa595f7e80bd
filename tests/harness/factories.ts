import { randomBytes } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { DB, Products } from '../../src/platform/database/schema.ts'

/** The creation time of rows made here, unless a test sets it. */
export const longAgo = new Date('2026-01-01T00:00:00Z')

export type Person = { userId: string; payeeId: string; username: string }
export type ProductRow = { id: string; shortLinkId: string }

const unique = () => randomBytes(4).toString('hex')

/** A person with account, username, profile and payee, inserted into the database. */
export async function insertPerson(db: Kysely<DB>, { username = `p-${unique()}` } = {}): Promise<Person> {
  const stamps = { created_at: longAgo, updated_at: longAgo }
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ email: `${username}@example.org`, ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('usernames').values({ username, user_id: id, created_at: longAgo }).execute()
    await tx
      .insertInto('profiles')
      .values({ id, username, first_name: 'Ana', last_name: 'López', ...stamps })
      .execute()
    const payee = await tx
      .insertInto('payees')
      .values({ user_id: id, created_at: longAgo })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { userId: id, payeeId: payee.id, username }
  })
}

/** A product in its owner's Inbox, with its earnings record and one short link. */
export async function insertProduct(
  db: Kysely<DB>,
  owner: Person,
  values: Partial<Insertable<Products>> = {},
): Promise<ProductRow> {
  const asin = values.asin ?? 'B08N5WRWNW'
  const shortLinkId = `mug-${unique()}`
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('products')
      .values({
        user_id: owner.userId,
        payee_id: owner.payeeId,
        amazon_url: `https://www.amazon.com/dp/${asin}`,
        marketplace: 'us',
        asin,
        title: 'A mug',
        is_categorized: false,
        metadata_source: 'owner',
        created_at: longAgo,
        updated_at: longAgo,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('short_links')
      .values({ id: shortLinkId, product_id: id, created_at: longAgo })
      .execute()
    return { id, shortLinkId }
  })
}

/** An order of one item from a report, in an import of its own. */
export async function insertOrder(
  db: Kysely<DB>,
  { id = unique(), at = longAgo, asin = 'B000000001' }: { id?: string; at?: Date; asin?: string } = {},
): Promise<{ id: string; observationId: string }> {
  const batch = await db
    .insertInto('import_batches')
    .values({
      file_hash: randomBytes(32),
      format: 'folio_csv',
      marketplace: 'us',
      report_as_of: at,
      total: 1,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bought = { order_item_id: id, order_date: '2026-09-01', asin, quantity: 1 }
  const reported = { ...bought, commission_cents: 400, order_status: 'shipped' }
  const observation = await db
    .insertInto('order_observations')
    .values({ ...reported, batch_id: batch.id, line: 1, content_hash: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('amazon_orders')
    .values({ ...reported, observation_id: observation.id, marketplace: 'us', updated_at: at })
    .execute()
  return { id, observationId: observation.id }
}
