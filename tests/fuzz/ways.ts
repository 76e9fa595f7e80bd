import { TOTP } from 'otpauth'
import { vi } from 'vitest'
import { post as postRows } from '../../src/earnings/testing/ledger.ts'
import { createAuthenticator } from '../../src/identity/testing/authenticator.ts'
import { contestsAt } from '../../src/orders/testing/contests.ts'
import { feeEarningsText, foreignFeesText, reportText } from '../../src/orders/testing/report-text.ts'
import { networks, visitorsOf } from '../../src/orders/testing/visits.ts'
import { receiptOf } from '../../src/payouts/testing/receipts.ts'
import type { TestApp } from '../harness/app.ts'
import { type Person, proveAddress, signInAgain, signUp } from '../harness/people.ts'

type Sent = { at?: string; query?: string; body?: unknown; type?: string; token?: string | undefined }
/** Sends a call by its name in the contract, with `at` in place of its path's parameters, and returns the answer. */
export type Ask = (name: string, sent: Sent) => Promise<Answer>
// biome-ignore lint/suspicious/noExplicitAny: answers of all calls, which each way knows.
type Answer = any

type Stage = { app: TestApp; admin: Person; siteUrl: string }

/**
 * Makes the calls that random requests hardly ever succeed with, since they need values of a previous answer: codes,
 * challenges, versions, states. Random requests then meet the results.
 */
export async function takeWays(ask: Ask, stage: Stage): Promise<void> {
  const person = await signUp(stage.app)
  await proveAddress(stage.app, person)
  await account(ask, person)
  await twoSteps(ask, stage, person)
  await passkeys(ask, stage)
  await moderation(ask, stage)
  await flags(ask, stage)
  await imports(ask, stage)
  await orders(ask, stage)
  await returnOfSeveral(ask, stage)
  await contested(ask, stage)
  await questions(ask, stage)
}

async function account(ask: Ask, { email, password, token, id }: Person) {
  await ask('POST /auth/v1/signup', {
    body: { email: `new-${id}@example.com`, password, data: { first_name: 'Ida', last_name: 'Rest' } },
  })
  const session = await ask('POST /auth/v1/token', {
    query: 'grant_type=password',
    body: { email, password },
  })
  await ask('PUT /auth/v1/user', { token, body: { data: { note: 'a word' } } })
  await ask('POST /auth/v1/recover', { body: { email: `new-${id}@example.com` } })
  await ask('GET /auth/v1/reauthenticate', { token })
  await ask('POST /api/v1/me/confirm', { token, body: { password } })
  const { items } = await ask('GET /api/v1/me/sessions', { token: session.access_token })
  const other = items.find(({ is_current }: { is_current: boolean }) => !is_current)
  await ask('DELETE /api/v1/me/sessions/{id}', { at: other.id, token: session.access_token })
}

async function twoSteps(ask: Ask, { app }: Stage, person: Person) {
  let { access_token: token } = await signInAgain(app, person)
  const { id, totp } = await ask('POST /auth/v1/factors', { token, body: { factor_type: 'totp' } })
  const show = async () => {
    // A code is valid once.
    app.clock.advance(30_000)
    const code = new TOTP({ secret: totp.secret }).generate({ timestamp: app.clock.now().getTime() })
    const { id: challenge_id } = await ask('POST /auth/v1/factors/{id}/challenge', {
      at: id,
      token,
      body: {},
    })
    const verified = { at: id, token, body: { challenge_id, code } }
    token = (await ask('POST /auth/v1/factors/{id}/verify', verified)).access_token
  }
  await show()
  await ask('POST /auth/v1/factors/recovery-codes', { token, body: {} })
  await ask('GET /auth/v1/factors/recovery-codes', { token })
  const { codes } = await ask('POST /auth/v1/factors/recovery-codes/regenerate', { token })
  token = (await signInAgain(app, person)).access_token
  const body = { code: codes[0] }
  token = (await ask('POST /auth/v1/factors/recovery-codes/verify', { token, body })).access_token
  await ask('DELETE /auth/v1/factors/recovery-codes', { token })
  await ask('DELETE /auth/v1/factors/{id}', { at: id, token })
}

async function passkeys(ask: Ask, { app, siteUrl }: Stage) {
  const { token } = await signUp(app)
  const authenticator = createAuthenticator({ origin: siteUrl })
  const made = await ask('POST /auth/v1/passkeys/registration/options', { token, body: {} })
  const { id } = await ask('POST /auth/v1/passkeys/registration/verify', {
    token,
    body: { challenge_id: made.challenge_id, credential: authenticator.create(made.options) },
  })
  await ask('GET /auth/v1/passkeys', { token })
  await ask('PATCH /auth/v1/passkeys/{id}', { at: id, token, body: { friendly_name: 'Phone' } })
  // As if the account had had it for days: a new one proves nothing.
  await app.database.pool.query(`update passkeys set settles_at = now() - interval '1 day' where id = $1`, [
    id,
  ])
  const asked = await ask('POST /auth/v1/passkeys/authentication/options', { body: {} })
  const credential = authenticator.get(asked.options)
  const body = { challenge_id: asked.challenge_id, credential }
  const session = await ask('POST /auth/v1/passkeys/authentication/verify', { body })
  await ask('DELETE /auth/v1/passkeys/{id}', { at: id, token: session.access_token })
}

const reason = 'For a good reason'

async function moderation(ask: Ask, { app, admin: { token }, siteUrl }: Stage) {
  const someone = await signUp(app)
  const file = { type: 'text/csv', body: 'amazon_url,title\nhttps://amazon.com/dp/B0LAMP0002,Mug' }
  const { import_id } = await ask('POST /api/v1/me/collection', { token: someone.token, ...file })
  await ask('POST /api/v1/me/collection/imports/{id}/undo', { at: import_id, token: someone.token })
  const product = await post(ask, someone)
  const changed = { title: 'A lamp', description: 'It shines.' }
  await ask('PATCH /api/v1/products/{ref}', { at: product.id, token: someone.token, body: changed })
  await ask('GET /api/v1/products/{id}/clicks', { at: product.id, token: someone.token })
  const shown = new URLSearchParams({ url: `${siteUrl}/l/${product.short_link_id}` })
  await ask('GET /api/oembed', { query: String(shown) })
  const report = { product_id: product.id, reason: 'spam' }
  await ask('POST /api/v1/reports', { body: report, token: (await signUp(app)).token })
  const { items } = await ask('GET /api/v1/admin/reports', { token })
  const [{ id, reports }] = items
  const noted_at = reports?.noted_at ?? items[0].noted_at
  await ask('POST /api/v1/admin/reports/{id}/dismiss', { at: id, token, body: { reason, noted_at } })
  await ask('POST /api/v1/admin/products/{id}/hide', { at: product.id, token, body: { reason } })
  await ask('POST /api/v1/admin/accounts/{id}/suspend', { at: someone.id, token, body: { reason } })
}

async function flags(ask: Ask, { app, admin: { token } }: Stage) {
  const { pool } = app.database
  const product = await post(ask, await signUp(app))
  const day = app.clock.now().toISOString().slice(0, 10)
  await pool.query(
    `insert into click_networks (product_id, day, networks, views, largest, last_seen)
     values ($1, $2, 1, 30, 30, array_fill(0, array[96]))`,
    [product.id, day],
  )
  await ask('POST /api/v1/admin/click-flags/{id}/seen', { at: product.id, token, body: { day, clicks: 30 } })
  const { rows } = await pool.query(
    `insert into press_flags (payee_id, measure, day, value, usual, threshold, creators, views, presses, networks, found_at)
     select id, 'burst', $1, 9, 1, 3, 20, 30, 30, 1, now() from payees limit 1 returning id`,
    [day],
  )
  await ask('POST /api/v1/admin/flags/{id}/seen', { at: rows[0].id, token, body: { day } })
}

const post = (ask: Ask, { token }: Person) =>
  ask('POST /api/v1/products', {
    token,
    body: { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Lamp', category_id: null },
  })

/** Sends a report and waits until it is read. */
async function staged(ask: Ask, token: string, body: string, query = 'marketplace=us') {
  const { id } = await ask('POST /api/v1/admin/imports', { token, type: 'text/csv', body, query })
  await importUntil(ask, token, id, (state) => !/receiv/.test(state))
  return id
}

/** Waits for a state of an import, which its runs bring it to. */
async function importUntil(ask: Ask, token: string, id: string, isThere: (state: string) => boolean) {
  const look = () => ask('GET /api/v1/admin/imports/{id}', { at: id, token })
  await vi.waitUntil(async () => isThere((await look()).state), { timeout: 20_000 })
}

async function imports(ask: Ask, { admin: { token } }: Stage) {
  const rows = (id: string) => reportText([{ order_item_id: id }])
  const merged = await staged(ask, token, rows('way-1'))
  await ask('GET /api/v1/admin/imports/{id}/rows', { at: merged, query: 'outcome=imported', token })
  await ask('GET /api/v1/admin/imports/{id}/problems', { at: merged, token })
  await ask('POST /api/v1/admin/imports/{id}/merge', { at: merged, token })
  await importUntil(ask, token, merged, (state) => state === 'merged')
  await ask('GET /api/v1/admin/imports/{id}/undoing', { at: merged, token })
  const left = await staged(ask, token, rows('way-2'))
  await ask('POST /api/v1/admin/imports/{id}/discard', { at: left, token })
  const unclear = await staged(
    ask,
    token,
    feeEarningsText([{ 'Date Shipped': '03/04/2026' }]),
    'marketplace=ca',
  )
  const body = { date_order: 'month_first' }
  await ask('POST /api/v1/admin/imports/{id}/answer', { at: unclear, token, body })
  const dates = { at: 'de', token, body: { starts_on: '2026-12-01' } }
  await ask('PUT /api/v1/admin/paying-dates/{marketplace}', dates)
  const moving = await staged(
    ask,
    token,
    reportText([{ order_item_id: 'way-3', order_status: 'In transit' }]),
  )
  const statuses = [{ status: 'In transit', means: 'pending' }]
  await ask('POST /api/v1/admin/imports/{id}/answer', { at: moving, token, body: { statuses } })
  const means = { means: 'shipped' }
  await ask('PUT /api/v1/admin/report-statuses/{status}', { at: 'in transit', token, body: means })
}

/** A return that could be of one creator's purchase or of nobody's. */
async function returnOfSeveral(ask: Ask, { app, admin: { token } }: Stage) {
  const { short_link_id: product_ref } = await post(ask, await signUp(app))
  const sold = (day: string, cells = {}) => ({
    ASIN: 'B0RETURNED',
    'Date Shipped': `2026-09-0${day}`,
    ...cells,
  })
  const back = sold('9', { 'Items Shipped': '0', Returns: '1', 'Ad Fees($)': '-0.84' })
  const file = foreignFeesText([sold('1'), sold('2'), back])
  const merged = await staged(ask, token, file, 'marketplace=uk')
  await ask('POST /api/v1/admin/imports/{id}/merge', { at: merged, token })
  await importUntil(ask, token, merged, (state) => state === 'merged')
  const { items } = await ask('GET /api/v1/admin/orders', { query: 'q=B0RETURNED', token })
  const [at, , bought] = items.map((order: { order_item_id: string }) => order.order_item_id)
  const credit = { product_ref, reason, version: null }
  await ask('PUT /api/v1/admin/orders/{id}/match', { at: bought, token, body: credit })
  await ask('POST /functions/v1/commission-matcher', { token })
  await ask('PUT /api/v1/admin/orders/{id}/purchase', { at, token, body: { purchase_id: bought, reason } })
}

async function orders(ask: Ask, { app, admin }: Stage) {
  const { token } = admin
  const owner = await signUp(app)
  const { short_link_id: product_ref } = await post(ask, owner)
  const at = 'o-2'
  const versionNow = async () =>
    (await ask('GET /api/v1/admin/orders/{id}', { at, token })).match?.version ?? null
  const assigned = { product_ref, reason, version: await versionNow() }
  await ask('PUT /api/v1/admin/orders/{id}/match', { at, token, body: assigned })
  const undone = { reason, version: await versionNow() }
  await ask('DELETE /api/v1/admin/orders/{id}/match', { at, token, body: undone })
  const several = [{ order_item_id: at, version: await versionNow() }]
  await ask('PUT /api/v1/admin/order-matches', { token, body: { orders: several, product_ref, reason } })
  const { id } = await ask('POST /api/v1/admin/tracking-ids', {
    token,
    body: { tag: 'way-20', username: owner.username, valid_from: '2026-11-01' },
  })
  const ended = { at: id, token, body: { valid_to: '2026-12-01', note: 'Ended' } }
  await ask('PATCH /api/v1/admin/tracking-ids/{id}', ended)
  await ask('GET /api/v1/admin/creators/{username}/orders', { at: owner.username, token })
  await ask('GET /api/v1/admin/creators/{username}/payouts', { at: owner.username, token })
  const receipt = await ask('POST /api/v1/admin/receipts', {
    token,
    body: receiptOf({ month: '2026-09', amount: 12.5, received_on: '2026-10-30', reference: 'WAY-1' }),
  })
  await ask('POST /api/v1/admin/receipts/{id}/reverse', { at: receipt.id, token, body: { reason } })
  const { rows } = await app.database.pool.query(
    `insert into order_runs (kind, state, created_at, finished_at) values ('match', 'stopped', now(), now()) returning id`,
  )
  await ask('POST /api/v1/admin/runs/{id}/restart', { at: rows[0].id, token })
  await ask('GET /sitemap/{name}.xml', { at: 'pages' })
}

/** Somebody asks about a row of their ledger, and an admin answers. */
async function questions(ask: Ask, { app, admin }: Stage) {
  const { id, token } = await signUp(app)
  const { rows } = await app.database.pool.query('select id from payees where user_id = $1', [id])
  await postRows(app, { payeeId: rows[0].id }, [{ gross: 500, at: app.clock.now() }])
  const at = (await ask('GET /api/v1/me/ledger', { token })).items[0].id
  const asked = await ask('POST /api/v1/me/ledger/{id}/question', { at, token, body: { text: 'Why?' } })
  await ask('GET /api/v1/me/ledger/{id}/question', { at, token })
  const answered = { at: asked.id, token: admin.token, body: { text: 'So', seen: asked.written } }
  await ask('POST /api/v1/admin/questions/{id}/answer', answered)
  await ask('GET /api/v1/admin/questions/{id}', { at: asked.id, token: admin.token })
  await ask('POST /api/v1/me/ledger/{id}/question/seen', { at, token })
}

/** Two creators claim the same orders; one order is decided alone, the other with all like it. */
async function contested(ask: Ask, { app, admin }: Stage) {
  const { token } = admin
  const contests = contestsAt(app)
  const { visits } = visitorsOf(app)
  const asin = 'B0CONTEST1'
  const [ana, ben] = [await contests.creator(), await contests.creator()]
  await visits(await contests.give(ana, asin), networks(4))
  app.clock.advance(1_000)
  await visits(await contests.give(ben, asin), networks(1))
  app.clock.advance(1_000)
  const first = await contests.buy({ asin })
  await contests.buy({ asin })
  await contests.process(admin)
  const { match } = await ask('GET /api/v1/admin/orders/{id}', { at: first, token })
  const mine = { payee_id: ana.payeeId, reason }
  const one = { at: first, token, body: { ...mine, version: match.version } }
  await ask('POST /api/v1/admin/orders/{id}/decision', one)
  const { items } = await ask('GET /api/v1/admin/reviews', { token })
  const found = items.find((item: { asin: string }) => item.asin === asin)
  const claimants: string[] = found.claimants.map((claimant: { payee_id: string }) => claimant.payee_id)
  const group = { marketplace: found.marketplace, asin, month: found.month, review: found.reason }
  const query = new URLSearchParams({ ...group, claimants: claimants.join() }).toString()
  await ask('GET /api/v1/admin/reviews/evidence', { query, token })
  const expected = { orders: found.orders, commission: found.commission }
  await ask('POST /api/v1/admin/reviews/decision', {
    token,
    body: { ...group, claimants, ...mine, expected },
  })
}
