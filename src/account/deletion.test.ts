import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { insertOrder } from '../../tests/harness/factories.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { clickChecks, foldClicks } from '../clicks/index.ts'
import { clickOn, storedClicks } from '../clicks/testing/clicks.ts'
import { verify } from '../platform/verification.ts'
import { deleteAccount } from './deletion.ts'
import { deletionDeps } from './testing/deletion.ts'
import { type Life, liveALife, words } from './testing/life.ts'
import { columnsThatReferToPeople, rowsThatReferTo, tablesThatMention } from './testing/references.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true, jobs: true })
})
afterAll(() => app.close())

const remove = ({ token, username, password }: Person, typed: object = {}) =>
  app.request('DELETE', '/api/v1/me', { token, body: { username, password, ...typed } })
const me = ({ token }: Person) => app.request('GET', '/api/v1/me', { token })
const post = ({ token }: Person, asin: string) =>
  app.request('POST', '/api/v1/products', {
    token,
    body: { amazon_url: `https://www.amazon.com/dp/${asin}`, title: 'A race', category_id: null },
  })
const checks = clickChecks({ retentionDays: 400 })
const run = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values)

describe('what is asked before an account is deleted', () => {
  it.each([
    ['another username', { username: 'someone-else' }, 'username', 'This is not your username.'],
    ['a wrong password', { password: 'wrong horse' }, 'password', 'This password is not right.'],
    ['no password', { password: undefined }, 'password', 'Password is required'],
    ['an empty password', { password: '' }, 'password', 'Password is required'],
  ])('%s deletes nothing and is shown beside the field', async (_, typed, path, message) => {
    const person = await signUp(app)
    const { status, body } = await remove(person, typed)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.details.problems).toEqual([{ path, message }])
    expect((await me(person)).status).toBe(200)
  })

  it('the username must be typed exactly', async () => {
    const person = await signUp(app)
    for (const username of [person.username.toUpperCase(), `${person.username} `, ''])
      expect((await remove(person, { username })).body.details.problems[0].path).toBe('username')
  })

  it('a former username is not enough', async () => {
    const person = await signUp(app)
    const { token } = person
    await app.request('PATCH', '/api/v1/me', { token, body: { username: 'renamed-since' } })
    expect((await remove(person)).body.details.problems[0].path).toBe('username')
  })

  it('an account without a password needs none', async () => {
    const person = await signUp(app)
    await run('update users set password_hash = null where id = $1', [person.id])
    expect((await remove(person, { password: undefined })).status).toBe(204)
  })

  it('guesses at the password with somebody’s session are limited', async () => {
    const person = await signUp(app)
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => remove(person, { password: `guess ${n}` })),
    )
    expect(guesses.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    expect((await remove(person)).status).toBe(429)
    expect((await me(person)).status).toBe(200)
  })
})

describe('deleting an account (docs/product/profile.md#delete-account)', () => {
  let life: Life
  let payeeId: string
  let orderItemId: string
  const pages = () => [
    `/${life.username}`,
    `/${life.formerUsername}`,
    `/l/${life.products.categorized.short_link_id}`,
    `/l/${life.products.inbox.short_link_id}`,
  ]

  beforeAll(async () => {
    life = await liveALife(app)
    payeeId = (await run('select id from payees where user_id = $1', [life.id])).rows[0].id
    orderItemId = (
      await insertOrder(app.database.db, { id: 'order-1', asin: 'B0ACCOUNT1', at: app.clock.now() })
    ).id
    await insertLedgerRow(1)
    for (const values of [{}, { kind: 'outbound' }, { viewerId: life.id }] as const)
      await app.app.services.clicks.record(clickOn(life.products.categorized.id, values))
    await foldClicks({ db: app.database.db })
    for (const page of pages()) await app.request('GET', page)
    expect((await app.request('GET', '/feed')).body).toContain(words.text)
    expect((await remove(life)).status).toBe(204)
  })

  const insertLedgerRow = (position: number) =>
    run(
      `insert into earnings_ledger (payee_id, order_item_id, product_id, pair_sequence, transaction_type,
         gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
       values ($1, $2, $3, $4::int, case when $4::int = 1 then 'commission' else 'adjustment' end, 400, 80, 320, 2000,
         '2026-11-29', $5)`,
      [payeeId, orderItemId, life.products.categorized.id, position, app.clock.now()],
    )

  it('ends every session: neither access nor refresh token works, nor the password', async () => {
    expect((await me(life)).status).toBe(401)
    const token = (grant: string, body: object) =>
      app.request('POST', `/auth/v1/token?grant_type=${grant}`, { body })
    const refreshed = await token('refresh_token', { refresh_token: life.session.refresh_token })
    expect(refreshed.body.error_code).toBe('refresh_token_not_found')
    const signedIn = await token('password', { email: life.email, password: life.password })
    expect(signedIn.body.error_code).toBe('invalid_credentials')
  })

  it('makes their pages and products answer 404, and takes them out of the feed', async () => {
    for (const page of pages())
      await expect.poll(async () => (await app.request('GET', page)).status, { message: page }).toBe(404)
    const feed = async () => (await app.request('GET', '/feed')).body.includes(words.text)
    await expect.poll(feed).toBe(false)
    for (const path of [`profiles/${life.username}`, `products/${life.products.categorized.id}`])
      expect((await app.request('GET', `/api/v1/${path}`)).status).toBe(404)
    const byAsin = await app.request('GET', `/api/v1/products/${life.products.categorized.asin}`)
    expect(byAsin.status).toBe(404)
  })

  it('leaves no row that refers to them, in whatever table', async () => {
    const columns = await columnsThatReferToPeople(app)
    expect(columns.length).toBeGreaterThan(10)
    for (const column of columns)
      expect([column, await rowsThatReferTo(app, life.id, column)]).toEqual([column, 0])
  })

  it('leaves no text of theirs in the database, not even their usernames', async () => {
    expect(await tablesThatMention(app, life.friend.email)).toEqual(['identities', 'users'])
    for (const word of [life.email, words.last, words.bio, words.text])
      expect([word, await tablesThatMention(app, word)]).toEqual([word, []])
    for (const name of [life.username, life.formerUsername])
      expect(await tablesThatMention(app, name)).toEqual([])
    // The counts of the last minutes, which expire by themselves.
    expect(await tablesThatMention(app, life.id)).toEqual(['rate_limits'])
  })

  it('keeps tombstones for orders that are still to come: ASIN, payee and short links', async () => {
    const { categorized, inbox, deleted } = life.products
    const ids = [categorized.id, inbox.id, deleted.id]
    const { rows } = await run(
      `select p.*, s.id as short_link_id from products p join short_links s on s.product_id = p.id
       where p.id = any ($1) order by asin`,
      [ids],
    )
    expect(rows).toMatchObject(
      [categorized, inbox, deleted].map(({ id, asin, short_link_id }) => ({
        id,
        asin,
        short_link_id,
        payee_id: payeeId,
        user_id: null,
        deleted_at: expect.any(Date),
        title: '',
        description: null,
        user_comment: null,
        tags: null,
        image_url: null,
        import_key: null,
      })),
    )
  })

  it('keeps the clicks on their tombstones, for matching orders; nothing in them reveals whose they are', async () => {
    const { id } = life.products.categorized
    const clicks = await storedClicks(app.database.db, id)
    // And the bot's view of the page, above.
    expect(clicks.filter((click) => click !== 'view bot')).toEqual([
      'view counted',
      'outbound counted',
      'view owner',
    ])
    const { rows } = await run('select people, presses, own from click_days where product_id = $1', [id])
    expect(rows).toEqual([{ people: 1, presses: 1, own: 1 }])
    expect((await app.request('GET', `/api/v1/products/${id}/clicks`, { token: life.token })).status).toBe(
      401,
    )
    const click = { kind: 'view' }
    expect((await app.request('POST', `/api/v1/products/${id}/clicks`, { body: click })).status).toBe(404)
    expect(await verify({ db: app.database.db, clock: app.clock.now, actor: null }, [checks], () => {})).toBe(
      0,
    )
  })

  it('leaves the ledger as it was: the chain is valid, and goes on', async () => {
    await insertLedgerRow(2)
    const { rows } = await run(
      `select sequence, hash, previous_hash, hash = ledger_row_hash(l) as holds
       from earnings_ledger l where payee_id = $1 order by sequence`,
      [payeeId],
    )
    expect(rows).toMatchObject([
      { sequence: 1, holds: true },
      { sequence: 2, holds: true },
    ])
    expect(rows[1].previous_hash).toEqual(rows[0].hash)
  })

  it('leaves ledger rows without an owner, which hold what reports said and nothing of the person', async () => {
    for (const path of ['earnings', 'ledger', 'ledger/export', 'statements'])
      expect((await app.request('GET', `/api/v1/me/${path}`, life)).status).toBe(401)
    const { rows } = await run(
      `select y.user_id, o.asin, p.title, p.user_id as owner_id
       from earnings_ledger l join payees y on y.id = l.payee_id join amazon_orders o using (order_item_id)
       join products p on p.id = l.product_id where l.payee_id = $1 and pair_sequence = 1`,
      [payeeId],
    )
    expect(rows).toEqual([{ user_id: null, asin: 'B0ACCOUNT1', title: '', owner_id: null }])
  })

  it('removes their pictures, from where anyone could read them', async () => {
    for (const address of life.pictures)
      await expect
        .poll(async () => (await app.request('GET', address)).status, { message: address })
        .toBe(400)
    // The waiting job is for an upload that was under way meanwhile.
    const waiting = () =>
      run(`select attempts from graphile_worker._private_jobs where payload->>'user_id' = $1`, [life.id])
    await expect.poll(async () => (await waiting()).rows).toEqual([{ attempts: 0 }])
  })

  it('leaves others alone', async () => {
    const { body } = await me(life.friend)
    expect(body).toMatchObject({ followers_count: 0, following_count: 0 })
  })

  it('frees the address, not the usernames; a new account at it gets nothing of the old one', async () => {
    const { status, body } = await app.request('POST', '/auth/v1/signup', {
      body: { email: life.email, password: 'another horse', data: { first_name: 'Zed', last_name: 'New' } },
    })
    expect(status).toBe(200)
    expect(body.user.id).not.toBe(life.id)
    const token = body.access_token
    const own = await app.request('GET', '/api/v1/me/products', { token })
    expect(own.body.items).toEqual([])
    const ledger = await app.request('GET', '/api/v1/me/ledger', { token })
    expect(ledger.body.items).toEqual([])
    const earnings = await app.request('GET', '/api/v1/me/earnings?period=Y', { token })
    expect(earnings.body).toMatchObject({ clicks: 0, top_products: [], all_time: { pending_earnings: 0 } })
    const name = await app.request('GET', `/api/v1/usernames/${life.username}`, { token })
    expect(name.body).toEqual({ status: 'taken' })
    expect((await app.request('GET', `/${life.username}`)).status).toBe(404)
  })
})

async function blockedCalls() {
  const { rows } = await run(`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0].n
}

describe('deleting an account while something else happens', () => {
  it('twice at once deletes it once', async () => {
    const person = await signUp(app)
    const answers = await Promise.all([remove(person), remove(person)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
    expect((await remove(person)).status).toBe(401)
  })

  it('two people who follow each other both leave at once', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = await Promise.all([signUp(app), signUp(app)])
      const follow = ({ token }: Person, { id }: Person) =>
        app.request('POST', '/rest/v1/rpc/follow_user', { token, body: { target_user_id: id } })
      await Promise.all([follow(one, two), follow(two, one)])
      const answers = await Promise.all([remove(one), remove(two)])
      expect(answers.map(({ status }) => status)).toEqual([204, 204])
    }
  })

  it('counts the followers and follows of others again', async () => {
    const [person, fan, star] = await Promise.all([signUp(app), signUp(app), signUp(app)])
    const follow = ({ token }: Person, { id }: Person) =>
      app.request('POST', '/functions/v1/people-follow', { token, body: { userId: id, action: 'follow' } })
    await Promise.all([follow(fan, person), follow(person, star), follow(fan, star)])
    expect((await remove(person)).status).toBe(204)
    const stats = async ({ token }: Person) =>
      (await app.request('GET', '/functions/v1/people-stats', { token })).body
    expect(await stats(fan)).toEqual({ following_count: 1, followers_count: 0 })
    expect(await stats(star)).toEqual({ following_count: 0, followers_count: 1 })
    expect((await follow(fan, person)).status).toBe(404)
  })

  it('answers calls that had to wait for it', async () => {
    const [person, fan] = await Promise.all([signUp(app), signUp(app)])
    const { token, username, password } = person
    const actor = { userId: person.id, sessionId: person.id, role: 'user' } as const
    const { rows } = await run('select id from categories order by sort_order limit 1')
    const category_id = rows[0].id
    let waiting: ReturnType<TestApp['request']>[] = []
    await app.database.db.transaction().execute(async (db) => {
      for (const table of ['users', 'profiles'] as const)
        await db.selectFrom(table).select('id').where('id', '=', person.id).forUpdate().execute()
      waiting = [
        post(person, 'B0RACE0003'),
        app.request('PATCH', '/api/v1/me', { token, body: { bio: 'Too late' } }),
        app.request('POST', '/rest/v1/rpc/follow_user', { token, body: { target_user_id: fan.id } }),
        app.request('PUT', `/api/v1/me/categories/${category_id}`, { token, body: { is_pinned: true } }),
      ]
      await expect.poll(blockedCalls).toBe(4)
      const context = { db, actor, clock: app.clock.now }
      await deleteAccount(context, deletionDeps(app), { username, password })
    })
    const answers = await Promise.all(waiting)
    expect(answers.map(({ status }) => status)).toEqual([409, 401, 401, 409])
    const gone = { code: 'conflict', message: 'This account has just been deleted.' }
    expect([answers[0]?.body, answers[3]?.body]).toEqual([gone, gone])
  })

  it('answers calls that an admin was making', async () => {
    const [person, star] = await Promise.all([signUp(app), signUp(app)])
    const { token, username, password } = person
    await run(`update users set role = 'admin' where id = $1`, [person.id])
    const actor = { userId: person.id, sessionId: person.id, role: 'admin' } as const
    let waiting: ReturnType<TestApp['request']>[] = []
    await app.database.db.transaction().execute(async (db) => {
      await db.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute()
      const tag = { tag: 'late-20', marketplace: 'us', username: star.username, valid_from: '2026-01-01' }
      waiting = [
        app.request('POST', '/api/v1/admin/runs', { token, body: { kind: 'match' } }),
        app.request('POST', '/functions/v1/amazon-import', { token, body: { csvData: 'late' } }),
        app.request('POST', '/api/v1/admin/tracking-ids', { token, body: tag }),
      ]
      await expect.poll(blockedCalls).toBe(3)
      const context = { db, actor, clock: app.clock.now }
      await deleteAccount(context, deletionDeps(app), { username, password })
    })
    const answers = await Promise.all(waiting)
    const gone = { code: 'conflict', message: 'This account has just been deleted.' }
    expect(answers.map(({ status, body }) => [status, body])).toMatchObject(answers.map(() => [409, gone]))
  })

  it('ends calls of theirs that are under way, and leaves nothing of them', async () => {
    for (let round = 0; round < 4; round++) {
      const [person, fan] = await Promise.all([signUp(app), signUp(app)])
      const { token } = person
      const posted = [await post(person, 'B0RACE0004'), await post(person, 'B0RACE0005')]
      const product_ids = posted.map(({ body }) => body.id)
      const { rows } = await run('select id from categories order by sort_order limit 1')
      const category_id = rows[0].id
      // Verifying a password would put the deletion after everything else.
      await run('update users set password_hash = null where id = $1', [person.id])
      const answers = await Promise.all([
        remove(person),
        post(person, 'B0RACE0001'),
        post(person, 'B0RACE0002'),
        app.request('PATCH', '/api/v1/me', { token, body: { bio: 'A race', first_name: 'Quick' } }),
        app.request('PATCH', '/api/v1/me', { token, body: { username: `race-${person.id.slice(-12)}` } }),
        app.request('POST', '/rest/v1/rpc/follow_user', {
          token: fan.token,
          body: { target_user_id: person.id },
        }),
        app.request('POST', '/auth/v1/token?grant_type=refresh_token', {
          body: { refresh_token: person.session.refresh_token },
        }),
        app.request('POST', '/api/v1/me/inbox/assign', { token, body: { product_ids, category_id } }),
        app.request('PATCH', `/api/v1/products/${product_ids[0]}`, { token, body: { category_id } }),
        app.request('DELETE', `/api/v1/products/${product_ids[1]}`, { token }),
        app.request('PUT', `/api/v1/me/categories/${category_id}`, { token, body: { is_pinned: false } }),
      ])
      // Where the rename came first, the name that was typed is wrong by then.
      const renamed = { ...person, username: `race-${person.id.slice(-12)}` }
      if (answers[0].status === 400) answers[0] = await remove(renamed)
      expect(answers[0].status).toBe(204)
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      for (const column of await columnsThatReferToPeople(app))
        expect([column, await rowsThatReferTo(app, person.id, column)]).toEqual([column, 0])
      const links = await run('select from product_categories where user_id = $1', [person.id])
      expect(links.rows).toEqual([])
    }
  })
})

describe('the indexes by which an account’s rows are found', () => {
  it('are there for every column that refers to a person, and hold all of its rows', async () => {
    const { rows } = await run(`
      select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.conparentid = 0
        and c.confrelid in ('users'::regclass, 'profiles'::regclass)
        and not exists (
          select from pg_index i
          where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname)))`)
    expect(rows).toEqual([])
  })
})
