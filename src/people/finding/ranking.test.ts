import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person as Creator, insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { foldClicks, mostViewedCreators } from '../../clicks/index.ts'
import { rankCreators } from './service.ts'

let app: TestApp
let reader: Person
beforeAll(async () => {
  app = await startTestApp()
  reader = await signUp(app)
})
afterAll(() => app.close())
beforeEach(() => run('truncate clicks, click_days, click_quarters, click_deltas, click_networks'))

const quarterMs = 15 * 60_000
const dayMs = 96 * quarterMs
const run = (statement: string, values: unknown[] = []) => app.database.owner.pool.query(statement, values)
const rank = (clock = app.clock.now) => rankCreators({ db: app.database.db, clock }, mostViewedCreators)
const creator = () => insertPerson(app.database.db)
const product = async (owner: Creator, values = {}) =>
  (await insertProduct(app.database.db, owner, values)).id

type Click = { outcome?: string; kind?: string; at?: number; network?: string | null }

/** Clicks of a product, each from a network of its own by default; `at` in milliseconds, default now. */
const clicks = (
  productId: string,
  n: number,
  { outcome = 'counted', kind = 'view', at = app.clock.now().getTime(), network = null }: Click = {},
) =>
  run(
    `with written as (
       insert into clicks (id, product_id, kind, outcome, visitor, network, clicked_at)
       select uuidv7(), $1, $3, $4, sha256(uuidv7()::text::bytea), substr(sha256(coalesce($6, uuidv7()::text)::bytea), 1, 16), $2
       from generate_series(1, $5)
     )
     insert into click_deltas (product_id, quarter, kind, outcome, clicks)
     values ($1, quarter_of($2), $3, $4, $5)`,
    [productId, new Date(at), kind, outcome, n, network],
  )

const follow = (follower: string, followed: string) =>
  run('insert into followers (follower_id, following_id, created_at) values ($1, $2, now())', [
    follower,
    followed,
  ])

const top = (query = '', token?: string) => app.request('GET', `/functions/v1/people-top${query}`, { token })

const namesOf = async (answer: ReturnType<typeof top>) =>
  (await answer).body.creators.map(({ username }: { username: string }) => username)

/** The usernames in order after a new ranking; `at` in milliseconds, default now. */
async function ranked(at?: number) {
  await rank(at === undefined ? undefined : () => new Date(at))
  return namesOf(top('?limit=50'))
}

describe('the ranking of creators (docs/product/people.md#top-creators)', () => {
  it('adds up the counted views of all of a creator’s products, and nothing else', async () => {
    const [one, two, three] = await Promise.all([creator(), creator(), creator()])
    const [first, second] = [await product(one), await product(one)]
    await clicks(first, 2)
    await clicks(second, 2)
    await clicks(await product(two), 3)
    const spurned = await product(three)
    for (const outcome of ['bot', 'owner', 'repeat', 'limited']) await clicks(spurned, 5, { outcome })
    await clicks(spurned, 5, { kind: 'outbound' })
    expect(await ranked()).toEqual([one.username, two.username])
    const { rows } = await run('select place, user_id, clicks_count from creator_ranking order by place')
    expect(rows).toEqual([
      { place: 1, user_id: one.userId, clicks_count: 4 },
      { place: 2, user_id: two.userId, clicks_count: 3 },
    ])
  })

  it.each([0, 9, 23])(
    'begins seven days ago and ends now, to the quarter of an hour, at %i:05',
    async (hour) => {
      const now = Date.UTC(2026, 10, 21, hour, 5)
      const [inside, outside, early] = await Promise.all([creator(), creator(), creator()])
      const names = (...people: Creator[]) => people.map(({ username }) => username).sort()
      await clicks(await product(inside), 1, { at: now - 7 * dayMs + quarterMs })
      await clicks(await product(outside), 1, { at: now - 7 * dayMs })
      await clicks(await product(early), 1, { at: now + quarterMs })
      expect(await ranked(now)).toEqual(names(inside))
      await foldClicks(app.database)
      expect(await ranked(now)).toEqual(names(inside))
      // Folded and unfolded clicks are one sum.
      await clicks(await product(inside), 1, { at: now + quarterMs })
      expect(await ranked(now)).toEqual(names(inside))
      expect((await ranked(now - dayMs)).sort()).toEqual(names(inside, outside))
      expect((await ranked(now + quarterMs)).sort()).toEqual(names(inside, early))
      expect(await ranked(now + 8 * dayMs)).toEqual([])
    },
  )

  it('counts a network once for a product and day, wherever the week begins (decision 6)', async () => {
    const now = Date.UTC(2026, 10, 21, 9, 5)
    const [many, one] = await Promise.all([creator(), creator()])
    const [first, second, third] = [await product(one), await product(one), await product(many)]
    const network = 'a town'
    await clicks(first, 40, { at: now, network })
    await clicks(second, 40, { at: now, network })
    await clicks(first, 40, { at: now - dayMs, network })
    // Twice on the day on which the week begins, before and after its start; and once on an earlier day.
    for (const at of [now - 7 * dayMs - quarterMs, now - 7 * dayMs + quarterMs])
      await clicks(first, 5, { at, network })
    await clicks(second, 5, { at: now - 7 * dayMs, network })
    await clicks(third, 5, { at: now })
    const stored = async () => {
      await ranked(now)
      return (await run('select user_id, clicks_count from creator_ranking order by place')).rows
    }
    const expected = [
      { user_id: many.userId, clicks_count: 5 },
      { user_id: one.userId, clicks_count: 4 },
    ]
    expect(await stored()).toEqual(expected)
    await foldClicks(app.database)
    expect(await stored()).toEqual(expected)
    await clicks(first, 2, { at: now })
    expect((await stored())[0]).toEqual({ user_id: one.userId, clicks_count: 6 })
  })

  it('leaves out deleted products', async () => {
    const owner = await creator()
    await clicks(await product(owner, { deleted_at: app.clock.now() }), 3)
    expect(await ranked()).toEqual([])
  })

  it('breaks ties by followers, then by name, whatever its case and accents', async () => {
    const [zoe, elan, dora, star] = await Promise.all([creator(), creator(), creator(), creator()])
    const named = {
      zoe: [zoe, 'zoe'],
      elan: [elan, 'Élan'],
      dora: [dora, 'Dora'],
      star: [star, 'Zz'],
    } as const
    for (const [person, name] of Object.values(named)) {
      await run('update profiles set first_name = $2 where id = $1', [person.userId, name])
      await clicks(await product(person), 2)
    }
    await follow(reader.id, star.userId)
    expect(await ranked()).toEqual([star, dora, elan, zoe].map(({ username }) => username))
  })

  it('ranks all who have as many clicks as the last one, so that followers decide', async () => {
    const owners = await Promise.all([creator(), creator(), creator(), creator()])
    for (const [n, owner] of owners.entries()) await clicks(await product(owner), n === 0 ? 1 : 2)
    const until = app.clock.now()
    const span = { since: new Date(until.getTime() - 7 * dayMs), until, limit: 2 }
    const ranked = await mostViewedCreators({ db: app.database.db, clock: app.clock.now, actor: null }, span)
    const tied = owners.slice(1).map(({ userId }) => ({ user_id: userId, clicks: 2 }))
    expect(ranked).toHaveLength(3)
    expect(ranked).toEqual(expect.arrayContaining(tied))
  })

  it('changes with the clicks, and is not written while they stay', async () => {
    const [one, two] = await Promise.all([creator(), creator()])
    const [first, second] = [await product(one), await product(two)]
    await clicks(first, 2)
    await clicks(second, 1)
    expect(await ranked()).toEqual([one.username, two.username])
    const version = async () => (await run('select xmin, ctid from creator_ranking order by place')).rows
    const before = await version()
    await rank()
    expect(await version()).toEqual(before)
    await clicks(second, 2)
    expect(await ranked()).toEqual([two.username, one.username])
  })

  it('is the same when two run at once', async () => {
    const [one, two] = await Promise.all([creator(), creator()])
    await clicks(await product(one), 1)
    await clicks(await product(two), 2)
    await Promise.all(Array.from({ length: 4 }, () => rank()))
    expect(await namesOf(top())).toEqual([two.username, one.username])
  })

  it('neither waits for an account under deletion nor fails', async () => {
    const [one, two] = await Promise.all([creator(), creator()])
    const [first, second] = [await product(one), await product(two)]
    await clicks(first, 2)
    await clicks(second, 1)
    expect(await ranked()).toEqual([one.username, two.username])
    await clicks(second, 2)
    await app.database.db.transaction().execute(async (db) => {
      await db.selectFrom('profiles').select('id').where('id', '=', one.userId).forUpdate().execute()
      await rank()
    })
    expect(await namesOf(top())).toEqual([two.username])
    expect(await ranked()).toEqual([two.username, one.username])
  })
})

describe('people-top (docs/product/people.md#top-creators)', () => {
  let stars: Creator[]
  beforeEach(async () => {
    stars = await Promise.all(Array.from({ length: 7 }, creator))
    for (const [n, star] of stars.entries()) await clicks(await product(star), 7 - n)
    await rank()
  })
  const names = (...indexes: number[]) => indexes.map((index) => stars[index]?.username)

  it('shows five to anyone, also with a token that is not good', async () => {
    const { status, body } = await top()
    expect([status, body.count]).toEqual([200, 5])
    expect(body.creators[0]).toEqual({
      id: stars[0]?.userId,
      first_name: 'Ana',
      last_name: 'López',
      username: stars[0]?.username,
      avatar_url: null,
      bio: null,
      followers_count: 0,
      is_following: false,
    })
    expect(await namesOf(top())).toEqual(names(0, 1, 2, 3, 4))
    expect(await namesOf(top('', 'not.a.token'))).toEqual(names(0, 1, 2, 3, 4))
    expect(await namesOf(top('?limit=2'))).toEqual(names(0, 1))
    for (const wrong of ['limit=0', 'limit=51', 'limit=two', 'exclude_following=perhaps'])
      expect((await top(`?${wrong}`)).status).toBe(400)
  })

  it('leaves out followed people, unless they are asked for', async () => {
    await follow(reader.id, stars[0]?.userId as string)
    await follow(reader.id, stars[3]?.userId as string)
    expect(await namesOf(top('', reader.token))).toEqual(names(1, 2, 4, 5, 6))
    expect(await namesOf(top('?exclude_following=true', reader.token))).toEqual(names(1, 2, 4, 5, 6))
    const { body } = await top('?exclude_following=false&limit=4', reader.token)
    expect(body.creators.map((star: Creator & { is_following: boolean }) => star.is_following)).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(await namesOf(top('?exclude_following=true'))).toEqual(names(0, 1, 2, 3, 4))
  })

  it('never shows the caller, nor deleted accounts', async () => {
    const { rows } = await run('select id as "payeeId" from payees where user_id = $1', [reader.id])
    const own = { userId: reader.id, username: reader.username, payeeId: rows[0].payeeId }
    await clicks(await product(own), 20)
    await rank()
    expect((await namesOf(top()))[0]).toBe(reader.username)
    expect(await namesOf(top('?exclude_following=false', reader.token))).toEqual(names(0, 1, 2, 3, 4))
    await run('update products set user_id = null, deleted_at = now() where user_id = $1', [stars[0]?.userId])
    await run('delete from users where id = $1', [stars[0]?.userId])
    expect(await namesOf(top('', reader.token))).not.toContain(stars[0]?.username)
    // With an expired token the caller is anonymous.
    app.clock.advance(3_601_000)
    expect((await namesOf(top('', reader.token)))[0]).toBe(reader.username)
  })
})
