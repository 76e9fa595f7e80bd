import { post } from '../../src/earnings/testing/ledger.ts'
import type { TestApp } from '../harness/app.ts'
import { type Person, signInAgain, signUp } from '../harness/people.ts'
import { type ListThings, listCalls } from './owned-lists.ts'

type Sent = { path: string; body?: unknown; type?: string }
type Owned = {
  /** A request that names something of the owner's. */
  sent: (things: Things) => Sent
  /** The status for everybody else, admins too. */
  others: { status: number; body: unknown }
  /** The status for its owner. */
  owner: number
  /** The status for an anonymous caller; default 401. */
  anonymous?: number
}

/** What the owner has, for requests of others. */
type Things = ListThings & {
  id: string
  product: string
  collectionImport: string
  category: string
  session: string
  entry: string
  payout: string
  passkey: string
  factor: string
  device: string
  pixel: Buffer
}

export type Stage = {
  owner: Person
  /** Sends the request of that name as somebody, or anonymously. */
  ask: (name: string, who: Person | undefined) => Promise<{ status: number; body: unknown }>
  /** All that owners see of their own. */
  look: () => Promise<unknown>
}

const code = (name: string) => ({ code: name })
const refused = { status: 403, body: code('forbidden') }
const unknown = { status: 404, body: code('not_found') }
const noPasskey = { status: 404, body: { error_code: 'webauthn_credential_not_found' } }
const unknownFactor = { status: 404, body: { error_code: 'mfa_factor_not_found' } }
// The storage client reads the real status from the body.
const ofStorage = (status: string, error: string) => ({ status: 400, body: { statusCode: status, error } })

const procedure = (name: string): Owned => ({
  sent: ({ id }) => ({ path: `/rest/v1/rpc/${name}`, body: { user_id_param: id } }),
  others: { status: 403, body: code('42501') },
  owner: 200,
})
const moving = ({ product, category }: Things) => ({ product_ids: [product], category_id: category })
const picture = ({ id, pixel }: Things): Sent => ({
  path: `/storage/v1/object/avatars/${id}-7.png`,
  body: pixel,
  type: 'image/gif',
})

/** Calls that name something of an owner's; the last ones remove it. A new call is listed here or in `ofNobodyElse`. */
export const ownedThings: Record<string, Owned> = {
  'GET /api/v1/me/lists/{id}/figures': {
    sent: ({ list }) => ({ path: `/api/v1/me/lists/${list}/figures` }),
    others: unknown,
    owner: 200,
  },
  'GET /api/v1/products/{id}/clicks': {
    sent: ({ product }) => ({ path: `/api/v1/products/${product}/clicks` }),
    others: unknown,
    owner: 200,
  },
  'GET /api/v1/me/earnings/products/{id}': {
    sent: ({ product }) => ({ path: `/api/v1/me/earnings/products/${product}` }),
    others: unknown,
    owner: 200,
  },
  'GET /api/v1/me/ledger/orders': {
    sent: ({ product }) => ({ path: `/api/v1/me/ledger/orders?product=${product}` }),
    others: { status: 200, body: { items: [], next_cursor: null, months: [] } },
    owner: 200,
  },
  'GET /api/v1/me/orders/waiting': {
    sent: ({ product }) => ({ path: `/api/v1/me/orders/waiting?product=${product}` }),
    others: { status: 200, body: { items: [], next_cursor: null, sums: [] } },
    owner: 200,
  },
  'GET /api/v1/me/ledger/{id}': {
    sent: ({ entry }) => ({ path: `/api/v1/me/ledger/${entry}` }),
    others: unknown,
    owner: 200,
  },
  'GET /api/v1/me/payouts/{id}': {
    sent: ({ payout }) => ({ path: `/api/v1/me/payouts/${payout}` }),
    others: unknown,
    owner: 200,
  },
  'GET /api/v1/me/payouts/{id}/advice': {
    sent: ({ payout }) => ({ path: `/api/v1/me/payouts/${payout}/advice` }),
    others: unknown,
    owner: 200,
  },
  'GET /api/v1/me/ledger/{id}/question': {
    sent: ({ entry }) => ({ path: `/api/v1/me/ledger/${entry}/question` }),
    others: unknown,
    owner: 200,
  },
  'POST /api/v1/me/ledger/{id}/question': {
    sent: ({ entry }) => ({ path: `/api/v1/me/ledger/${entry}/question`, body: { text: 'Why so little?' } }),
    others: unknown,
    owner: 201,
  },
  'POST /api/v1/me/ledger/{id}/question/seen': {
    sent: ({ entry }) => ({ path: `/api/v1/me/ledger/${entry}/question/seen` }),
    others: unknown,
    owner: 204,
  },
  'POST /rest/v1/rpc/get_user_pinned_categories': procedure('get_user_pinned_categories'),
  'POST /rest/v1/rpc/get_user_unpinned_categories': procedure('get_user_unpinned_categories'),
  'POST /rest/v1/rpc/get_inbox_products': procedure('get_inbox_products'),
  'POST /functions/v1/add-product': {
    sent: ({ id }) => ({
      path: '/functions/v1/add-product',
      body: { amazonUrl: 'https://example.com', userId: id },
    }),
    others: refused,
    // The address is of no shop, which only people within the limit learn.
    owner: 400,
  },
  'POST /api/v1/me/inbox/assign': {
    sent: (things) => ({ path: '/api/v1/me/inbox/assign', body: moving(things) }),
    others: { status: 200, body: { moved: 0, product_ids: [] } },
    owner: 200,
  },
  'POST /api/v1/me/inbox/return': {
    sent: (things) => ({ path: '/api/v1/me/inbox/return', body: moving(things) }),
    others: { status: 200, body: { moved: 0 } },
    owner: 200,
  },
  ...listCalls(unknown),
  'PUT /api/v1/me/picks': {
    sent: ({ product }) => ({ path: '/api/v1/me/picks', body: { product_ids: [product] } }),
    others: { status: 400, body: code('validation_failed') },
    owner: 200,
  },
  'PATCH /api/v1/products/{ref}': {
    sent: ({ product }) => ({ path: `/api/v1/products/${product}`, body: { title: 'Mine now' } }),
    others: refused,
    owner: 200,
  },
  'POST /storage/v1/object/avatars/*': {
    sent: picture,
    others: ofStorage('403', 'forbidden'),
    owner: 200,
    anonymous: 400,
  },
  'PUT /storage/v1/object/avatars/*': {
    sent: picture,
    others: ofStorage('403', 'forbidden'),
    owner: 200,
    anonymous: 400,
  },
  'DELETE /storage/v1/object/avatars': {
    sent: ({ id }) => ({ path: '/storage/v1/object/avatars', body: { prefixes: [`${id}-1.png`] } }),
    others: { status: 200, body: [] },
    owner: 200,
    anonymous: 400,
  },
  'DELETE /api/v1/products/{ref}': {
    sent: ({ product }) => ({ path: `/api/v1/products/${product}` }),
    others: refused,
    owner: 204,
  },
  'POST /api/v1/me/products/delete': {
    sent: ({ product }) => ({ path: '/api/v1/me/products/delete', body: { product_ids: [product] } }),
    others: { status: 200, body: { deleted: 0, product_ids: [] } },
    owner: 200,
  },
  'POST /api/v1/me/collection/imports/{id}/undo': {
    sent: ({ collectionImport }) => ({ path: `/api/v1/me/collection/imports/${collectionImport}/undo` }),
    others: unknown,
    owner: 200,
  },
  'PATCH /auth/v1/passkeys/{id}': {
    sent: ({ passkey }) => ({ path: `/auth/v1/passkeys/${passkey}`, body: { friendly_name: 'Mine now' } }),
    others: noPasskey,
    owner: 200,
  },
  'DELETE /auth/v1/passkeys/{id}': {
    sent: ({ passkey }) => ({ path: `/auth/v1/passkeys/${passkey}` }),
    others: noPasskey,
    owner: 204,
  },
  'POST /auth/v1/factors/{id}/challenge': {
    sent: ({ factor }) => ({ path: `/auth/v1/factors/${factor}/challenge`, body: {} }),
    others: unknownFactor,
    owner: 200,
  },
  'POST /auth/v1/factors/{id}/verify': {
    sent: ({ factor, id }) => ({
      path: `/auth/v1/factors/${factor}/verify`,
      body: { challenge_id: id, code: '000000' },
    }),
    others: unknownFactor,
    owner: 422,
  },
  'DELETE /auth/v1/factors/{id}': {
    sent: ({ factor }) => ({ path: `/auth/v1/factors/${factor}` }),
    others: unknownFactor,
    owner: 200,
  },
  'DELETE /api/v1/me/ways/devices/{id}': {
    sent: ({ device }) => ({ path: `/api/v1/me/ways/devices/${device}` }),
    others: unknown,
    owner: 204,
  },
  'DELETE /api/v1/me/sessions/{id}': {
    sent: ({ session }) => ({ path: `/api/v1/me/sessions/${session}` }),
    others: unknown,
    owner: 204,
  },
}

/** Calls of people that cannot name anything of others: they concern the caller's own things, or public ones. */
export const ofNobodyElse = [
  'DELETE /api/v1/me',
  'DELETE /api/v1/me/payout-details/coming',
  'DELETE /auth/v1/factors/lost',
  'DELETE /auth/v1/factors/recovery-codes',
  'GET /api/v1/me',
  'GET /api/v1/me/balance',
  'GET /api/v1/me/categories',
  'GET /api/v1/me/claims',
  'GET /api/v1/me/clicks',
  'GET /api/v1/me/collection',
  'GET /api/v1/me/collection/imports',
  'GET /api/v1/me/earnings',
  'GET /api/v1/me/earnings/products',
  'GET /api/v1/me/export',
  'GET /api/v1/me/earning-months',
  'GET /api/v1/me/fee',
  'GET /api/v1/me/following',
  'GET /api/v1/me/inbox/ids',
  'GET /api/v1/me/leaving',
  'GET /api/v1/me/ledger',
  'GET /api/v1/me/ledger/export',
  'GET /api/v1/me/lists',
  'GET /api/v1/me/news',
  'GET /api/v1/me/notes',
  'GET /api/v1/me/notices',
  'GET /api/v1/me/payout-details',
  'GET /api/v1/me/payout-years',
  'GET /api/v1/me/payouts',
  'GET /api/v1/me/products',
  'GET /api/v1/me/questions',
  'GET /api/v1/me/sessions',
  'GET /api/v1/me/statements',
  'GET /api/v1/me/statements/{month}',
  'GET /api/v1/me/ways',
  'GET /api/v1/usernames/{username}',
  'GET /auth/v1/factors/lost',
  'GET /auth/v1/factors/recovery-codes',
  'GET /auth/v1/passkeys',
  'GET /auth/v1/reauthenticate',
  'GET /auth/v1/user',
  'GET /functions/v1/people-search',
  'GET /functions/v1/people-stats',
  'PATCH /api/v1/me',
  'POST /api/v1/me/claims',
  'POST /api/v1/me/collection',
  'GET /api/v1/me/proof',
  'POST /api/v1/me/confirm',
  'POST /api/v1/me/lists',
  'POST /api/v1/me/saved',
  'POST /api/v1/me/following/visit',
  'POST /api/v1/me/news/read',
  'POST /api/v1/me/notices/seen',
  'POST /api/v1/me/ways/test-mail',
  'POST /api/v1/products',
  'POST /auth/v1/factors',
  'POST /auth/v1/factors/lost',
  'POST /auth/v1/factors/recovery-codes',
  'POST /auth/v1/factors/recovery-codes/regenerate',
  'POST /auth/v1/factors/recovery-codes/verify',
  'POST /auth/v1/logout',
  'POST /auth/v1/passkeys/registration/options',
  'POST /auth/v1/passkeys/registration/verify',
  'POST /functions/v1/amazon-paapi',
  'POST /functions/v1/people-follow',
  'POST /functions/v1/resolve-short-link',
  'POST /rest/v1/rpc/follow_user',
  'POST /rest/v1/rpc/unfollow_user',
  'PUT /api/v1/me/categories/{category_id}',
  'PUT /api/v1/me/payout-details',
  'PUT /api/v1/me/ways/choices/{kind}/{way}',
  'PUT /api/v1/me/ways/device',
  'PUT /api/v1/me/ways/quiet',
  'PUT /api/v1/me/ways/zone',
  'PUT /auth/v1/user',
]

// A GIF of one pixel, the smallest picture there is.
const pixel = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64')

/** Somebody who has one of everything, with all ids needed to request it. */
export async function setStage(app: TestApp): Promise<Stage> {
  const owner = await signUp(app)
  const lamp = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Lamp', category_id: null }
  const { body: product } = await app.request('POST', '/api/v1/products', { body: lamp, token: owner.token })
  const { body: categories } = await app.request('GET', '/api/v1/categories')
  await signInAgain(app, owner)
  const own = async (path: string) => (await app.request('GET', path, { token: owner.token })).body
  const sessions = (await own('/api/v1/me/sessions')).items as { id: string; is_current: boolean }[]
  const { rows } = await app.database.pool.query('select id from payees where user_id = $1', [owner.id])
  await post(app, { payeeId: rows[0].id }, [{ gross: 100, at: new Date() }])
  const passkeys = await app.database.pool.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, 'id', 'key', 0, '{}', 'Phone', $2) returning id`,
    [owner.id, app.clock.now()],
  )
  const devices = await app.database.pool.query(
    `insert into push_devices (session_id, user_id, endpoint, public_key, secret, added_at)
     select id, user_id, 'https://fcm.googleapis.com/x', decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex'), $2
     from sessions where user_id = $1 limit 1 returning id`,
    [owner.id, app.clock.now()],
  )
  const payouts = await app.database.pool.query(
    `with run as (
       insert into payout_runs (number, total_cents, state, drafted_at, decided_at)
       values (1, 4000, 'approved', $2, $2) returning id
     )
     insert into payout_lines (run_id, place, reference, payee_id, amount_cents, details_id, method, sealed, key_mark, state, state_at)
     select id, 1, 'F1-1', $1, 4000, uuidv7(), 'paypal', '', '', 'approved', $2 from run returning id`,
    [rows[0].id, app.clock.now()],
  )
  const { body: factor } = await app.request('POST', '/auth/v1/factors', {
    body: { factor_type: 'totp' },
    token: owner.token,
  })
  const { body: imported } = await app.request('POST', '/api/v1/me/collection', {
    body: [{ ...lamp, title: 'Imported' }],
    token: owner.token,
  })
  const { body: list } = await app.request('POST', '/api/v1/me/lists', {
    body: { title: 'My desk', product_ids: [product.id] },
    token: owner.token,
  })
  const things: Things = {
    id: owner.id,
    product: product.id,
    list: list.id,
    item: (await own(`/api/v1/me/lists/${list.id}`)).items.items[0].id,
    collectionImport: imported.import_id,
    category: categories.items[0].id,
    session: sessions.find((one) => !one.is_current)?.id ?? '',
    entry: (await own('/api/v1/me/ledger')).items[0].id,
    payout: payouts.rows[0].id,
    passkey: passkeys.rows[0].id,
    factor: factor.id,
    device: devices.rows[0].id,
    pixel,
  }
  const send = async (method: string, { path, body, type }: Sent, who: Person | undefined) => {
    const answer = await fetch(new URL(path, app.url), {
      method,
      headers: {
        ...(who && { authorization: `Bearer ${who.token}` }),
        ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      },
      ...(body !== undefined && { body: type ? (body as Buffer<ArrayBuffer>) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  }
  const stored = { path: `/storage/v1/object/avatars/${owner.id}-1.png`, body: pixel, type: 'image/gif' }
  await send('POST', stored, owner)
  return {
    owner,
    ask: (name, who) => {
      const owned = ownedThings[name]
      if (!owned) throw new Error(`${name} is not known`)
      return send(name.split(' ')[0] ?? '', owned.sent(things), who)
    },
    look: async () => ({
      product: await own(`/api/v1/products/${things.product}`),
      list: await own(`/api/v1/me/lists/${things.list}`),
      inbox: await own('/api/v1/me/inbox/ids'),
      sessions: await own('/api/v1/me/sessions'),
      export: { ...(await own('/api/v1/me/export')), exported_at: undefined },
    }),
  }
}
