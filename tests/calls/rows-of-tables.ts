import { post } from '../../src/earnings/testing/ledger.ts'
import type { TableName } from '../../src/rest/tables.ts'
import { isSeen, type ProductState } from '../../src/rest/testing/model.ts'
import type { TestApp } from '../harness/app.ts'
import { insertProduct, type Person as Owner } from '../harness/factories.ts'
import type { Person } from '../harness/people.ts'

/** Who asks: nobody, people who follow the owner or do not, the owner, somebody suspended, an admin. */
export const roles = ['nobody', 'stranger', 'follower', 'owner', 'suspended', 'admin'] as const
export type Role = (typeof roles)[number]

/** All whose token is good. */
export const everybody: Role[] = roles.filter((role) => role !== 'suspended')

/** A row of a table, all of whose columns have a value. */
export type Thing = {
  table: TableName
  what: string
  /** By which a query finds it. */
  filter: string
  readers: Role[]
  /** To whom it belongs. */
  owners: Role[]
  /** Columns that are null though their readers see the row. */
  nulls?: (role: Role) => string[]
}

type Payee = Person & { payeeId: string }
type People = { owner: Payee; follower: Person; suspended: Payee; admin: Person }

const ownerOf = ({ id, payeeId, username }: Payee): Owner => ({ userId: id, payeeId, username })

/** Makes rows of every table: what everybody sees, what only its owner does, and what nobody does. */
export async function makeRows(
  app: TestApp,
  { owner, follower, suspended, admin }: People,
): Promise<Thing[]> {
  const { db, pool } = app.database
  const now = app.clock.now()
  const ask = async (method: string, path: string, { token }: Person, body?: unknown) =>
    app.request(method, path, { token, body })
  const { body } = await app.request('GET', '/api/v1/categories')
  const category_id: string = body.items[0].id
  const things: Thing[] = []
  const add = (thing: Thing) => things.push(thing)

  add({
    table: 'categories',
    what: 'a category',
    filter: `id=eq.${category_id}`,
    readers: everybody,
    owners: [],
  })

  const full = {
    ...{ description: 'Boils.', user_comment: 'Mine.', tags: ['steel'], image_url: '/art/kettle.svg' },
    ...{ image_source: 'owner', price_cents: 1_250, price_as_of: now, is_categorized: false },
  } as const
  const addProduct = async (
    what: string,
    { of = owner, state = 'listed' }: { of?: Payee; state?: ProductState },
    values: object = {},
    nulls?: Thing['nulls'],
  ) => {
    const { id, shortLinkId } = await insertProduct(db, ownerOf(of), { ...full, ...values })
    await ask('POST', '/rest/v1/product_categories', of, { product_id: id, category_id })
    if (state === 'deleted') await ask('DELETE', `/api/v1/products/${id}`, of)
    const readers = everybody.filter((role) => of === owner && isSeen(state, role === 'owner'))
    const owners: Role[] = [of === owner ? 'owner' : 'suspended']
    const row = { what, readers, owners }
    add({ table: 'products', filter: `id=eq.${id}`, ...row, ...(nulls && { nulls }) })
    add({ table: 'product_categories', filter: `product_id=eq.${id}`, ...row })
    add({ table: 'short_links', filter: `id=eq.${shortLinkId}`, ...row })
    const isRead = of === owner && state !== 'deleted'
    add({ table: 'earnings', filter: `product_id=eq.${id}`, ...row, readers: isRead ? ['owner'] : [] })
    return id
  }
  const listed = await addProduct('a product', {})
  await addProduct(
    'one without a title of its own',
    { state: 'untitled' },
    { metadata_source: 'sample', price_cents: null, price_as_of: null },
    () => ['price_usd'],
  )
  await addProduct(
    'one that is hidden',
    { state: 'hidden' },
    { withheld: true, hidden_at: now, hidden_reason: 'Test' },
  )
  await addProduct('one that was deleted', { state: 'deleted' })
  await addProduct('one with a sample’s picture', {}, { image_source: 'sample' }, (role) =>
    role === 'owner' ? [] : ['image_url'],
  )
  const old = new Date(now.getTime() - 25 * 3_600_000)
  await addProduct('one with an old price', {}, { price_as_of: old }, () => ['price_usd'])
  await addProduct('one of somebody suspended', { of: suspended })

  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  }
  await app.request('POST', `/api/v1/products/${listed}/clicks`, { body: { kind: 'view' }, headers })
  const ofOwner = { readers: ['owner'], owners: ['owner'] } satisfies Pick<Thing, 'readers' | 'owners'>
  add({ table: 'clicks', what: 'a click', filter: `product_id=eq.${listed}`, ...ofOwner })

  for (const payee of [owner, suspended]) {
    await post(app, payee, [{ order: `order-${payee.username}`, gross: 500, at: now }])
    const filter = `order_item_id=eq.order-${payee.username}`
    const row = payee === owner ? ofOwner : { readers: [], owners: [] }
    add({ table: 'earnings_ledger', what: `earnings of ${payee.username}`, filter, ...row })
    add({ table: 'amazon_orders', what: `an order of ${payee.username}`, filter, ...row })
  }

  for (const [person, role] of [
    [owner, 'owner'],
    [suspended, 'suspended'],
  ] as const) {
    await db
      .updateTable('profiles')
      .set({ bio: 'Tea.', avatar_url: '/art/kettle.svg' })
      .where('id', '=', person.id)
      .execute()
    await pool.query(
      `insert into user_category_preferences (user_id, category_id, is_pinned, sort_order) values ($1, $2, true, 1)`,
      [person.id, category_id],
    )
    await ask('POST', '/rest/v1/rpc/follow_user', follower, { target_user_id: person.id })
    const isSuspended = role === 'suspended'
    const row = { owners: [role] as Role[], what: `of ${role}` }
    add({
      ...row,
      table: 'profiles',
      filter: `id=eq.${person.id}`,
      readers: isSuspended ? [] : everybody,
    })
    add({
      ...row,
      table: 'user_category_preferences',
      filter: `user_id=eq.${person.id}`,
      readers: isSuspended ? [] : ['owner'],
    })
    add({
      ...row,
      table: 'followers',
      filter: `following_id=eq.${person.id}`,
      readers: isSuspended ? [] : ['owner', 'follower'],
      owners: ['owner', 'follower'],
    })
  }
  await ask('POST', `/api/v1/admin/accounts/${suspended.id}/suspend`, admin, { reason: 'Fake shops.' })
  return things
}
