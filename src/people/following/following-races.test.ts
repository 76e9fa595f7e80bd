import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person as InsertedPerson, insertPerson } from '../../../tests/harness/factories.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { deleteAccount } from '../../account/deletion.ts'
import { deletionDeps } from '../../account/testing/deletion.ts'
import { follow, unfollow } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const run = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values)

const change = ({ token }: Person, { id: userId }: Person, action: string) =>
  app.request('POST', '/functions/v1/people-follow', { token, body: { userId, action } })

/** People whose counts differ from the follows. */
async function miscounted() {
  const { rows } = await run(`
    select p.username, c.followers_count, c.following_count
    from profiles p left join follow_counts c on c.user_id = p.id
    where c.followers_count is distinct from (select count(*) from followers where following_id = p.id)
      or c.following_count is distinct from (select count(*) from followers where follower_id = p.id)`)
  return rows
}

describe('counts of followers (decision 15)', () => {
  it('are exact after 200 calls at once of one pair, in both directions', async () => {
    const [one, two] = await Promise.all([signUp(app), signUp(app)])
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const [from, to] = n % 4 < 2 ? [one, two] : [two, one]
        return change(from, to, n % 2 ? 'follow' : 'unfollow')
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { body } of answers) {
      const { action, following_count, followers_count } = body
      const n = action === 'follow' ? 1 : 0
      expect([following_count, followers_count]).toEqual([n, n])
    }
    const { rows } = await run('select count(*) as n from followers')
    expect([0, 1, 2]).toContain(rows[0].n)
    expect(await miscounted()).toEqual([])
  })

  it('are exact in each answer when many follow one person at once', async () => {
    const star = await signUp(app)
    const fans = await Promise.all(Array.from({ length: 6 }, () => signUp(app)))
    const answers = await Promise.all(fans.map((fan) => change(fan, star, 'follow')))
    const counts = answers.map(({ body }) => body.followers_count).sort((a, b) => a - b)
    expect(counts).toEqual(Array.from({ length: 6 }, (_, n) => n + 1))
  })

  it('stay exact when many rows are deleted at once, and up to a thousand people are announced', async () => {
    const fan = await signUp(app)
    await run(`insert into users (email, created_at, updated_at)
      select 'bulk' || n || '@example.com', now(), now() from generate_series(1, 1200) as n`)
    await run(`insert into usernames (username, user_id, created_at)
      select split_part(email, '@', 1), id, now() from users where email like 'bulk%'`)
    await run(`insert into profiles (id, first_name, last_name, username, created_at, updated_at)
      select user_id, 'Bulk', 'Person', username, now(), now() from usernames where username like 'bulk%'`)
    const client = await app.database.pool.connect()
    const announced: string[] = []
    client.on('notification', ({ payload = '' }) => announced.push(payload))
    await client.query('listen page_changed')
    await client.query(
      `insert into followers (follower_id, following_id, created_at)
       select $1, id, now() from profiles where username like 'bulk%'`,
      [fan.id],
    )
    await client.query('select 1')
    expect(announced.filter((payload) => payload.startsWith('followers:'))).toHaveLength(1000)
    expect(await miscounted()).toEqual([])
    announced.length = 0
    const { rows } = await client.query(`delete from followers
      where following_id = (select id from profiles where username = 'bulk7') returning following_id as id`)
    await client.query('select 1')
    expect(announced).toEqual([`followers:${rows[0].id}`])
    client.release(true)
    await run(`delete from users where email like 'bulk%' or id = $1`, [fan.id])
    expect(await miscounted()).toEqual([])
  })

  it('are updated without reading other rows, also on a connection that has counted many at once', async () => {
    await run(`with made as (
        insert into users (email, created_at, updated_at)
        select 'many' || n || '@example.com', now(), now() from generate_series(1, 1000) as n
        returning id, split_part(email, '@', 1) as username
      ), named as (
        insert into usernames (username, user_id, created_at) select username, id, now() from made
      )
      insert into profiles (id, first_name, last_name, username, created_at, updated_at)
      select id, 'Many', 'People', username, now(), now() from made`)
    await run('analyze follow_counts')
    const client = await app.database.pool.connect()
    const follow = (follower: string, followed: string) =>
      client.query(`insert into followers (follower_id, following_id, created_at)
        select a.id, b.id, now() from profiles a, profiles b
        where a.username = '${follower}' and b.username like '${followed}' and a.id <> b.id`)
    const countsRead = async () => {
      const { rows } = await client.query(
        `select seq_tup_read::int as n from pg_stat_xact_user_tables where relname = 'follow_counts'`,
      )
      return rows[0].n
    }
    await follow('many1', 'many%')
    await client.query('begin')
    const before = await countsRead()
    await follow('many2', 'many3')
    const after = await countsRead()
    await client.query('commit')
    client.release(true)
    expect(after).toBe(before)
    expect(await miscounted()).toEqual([])
  })

  it('refuse an update of a follow, which they would not count', async () => {
    const [one, two] = await Promise.all([signUp(app), signUp(app)])
    await change(one, two, 'follow')
    await expect(run('update followers set created_at = now()')).rejects.toThrow('refused')
  })
})

describe('following, unfollowing and deleting accounts at once', () => {
  const people = 5
  const someone = fc.nat({ max: people - 1 })
  const pair = fc.tuple(someone, someone).filter(([from, to]) => from !== to)
  const act = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('follow', 'unfollow') },
    { weight: 1, arbitrary: fc.constant('leave') },
  )
  const batch = fc.array(fc.record({ act, pair }), { minLength: 1, maxLength: 12 })

  it('fails only for deleted accounts, never deadlocks, and leaves exact counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
        const { db } = app.database
        const group = await Promise.all(Array.from({ length: people }, () => insertPerson(db)))
        const take = async (act: string, from: number, to: number) => {
          const [one, other] = [group[from], group[to]] as [InsertedPerson, InsertedPerson]
          const actor = { userId: one.userId, sessionId: one.userId, role: 'user' } as const
          const context = { db, actor, clock: app.clock.now }
          if (act === 'leave') return deleteAccount(context, deletionDeps(app), one)
          return act === 'follow' ? follow(context, other.userId) : unfollow(context, other.userId)
        }
        for (const batch of batches) {
          const ends = await Promise.allSettled(batch.map(({ act, pair }) => take(act, ...pair)))
          const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
          for (const failure of failures)
            expect(['not_authenticated', 'not_found'], failure).toContain(failure.code)
          expect(await miscounted()).toEqual([])
        }
      }),
      randomRuns(20),
    )
  })
})
