import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson } from '../../../tests/harness/factories.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'

let app: TestApp
let reader: Person
const people: Record<string, Person> = {}

beforeAll(async () => {
  app = await startTestApp()
  reader = await signUp(app, { first: 'Quinn', last: 'Reader' })
  for (const [key, first, last] of [
    ['ana', 'Ána', 'López'],
    ['jose', 'José', 'Marín'],
    ['banana', 'Banana', 'Peel'],
    ['percent', '100% Cotton', 'Und_er'],
    ['slash', 'Back\\slash', 'Twice  Spaced'],
    ['li', '娜', '李'],
    ['soren', 'Søren', 'Groß'],
  ] as const)
    people[key] = await signUp(app, { first, last })
})
afterAll(() => app.close())

const run = (statement: string, values: unknown[] = []) => app.database.owner.pool.query(statement, values)

/** Somebody new follows that person. */
async function followed(userId: string) {
  const fan = await insertPerson(app.database.db)
  await run('insert into followers (follower_id, following_id, created_at) values ($1, $2, now())', [
    fan.userId,
    userId,
  ])
}

const search = (q: string, more = '') =>
  app.request('GET', `/functions/v1/people-search?q=${encodeURIComponent(q)}${more}`, {
    token: reader.token,
  })

/** The keys above of the people whom a text finds, in order. */
async function found(q: string): Promise<string[]> {
  const { body } = await search(q)
  expect(body.count).toBe(body.users.length)
  const keyOf = (id: string) => Object.keys(people).find((key) => people[key]?.id === id) ?? id
  return body.users.map(({ id }: Person) => keyOf(id))
}

describe('people-search (docs/product/people.md#member-search)', () => {
  it.each([
    ['jose', ['jose']],
    ['JOSÉ', ['jose']],
    ['ÁNA', ['ana', 'banana']],
    ['ana', ['ana', 'banana']],
    ['lopez', ['ana']],
    ['ana lo', ['ana']],
    ['  ana   lópez ', ['ana']],
    ['na-lo', ['ana']],
    ['ana-lopez', ['ana']],
    ['@ana-lopez', ['ana']],
    ['eel', ['banana']],
    ['li', []],
    ['lo', ['ana']],
    ['b', ['banana', 'slash']],
    ['100%', ['percent']],
    ['100_', []],
    ['nd_e', ['percent']],
    ['ndxe', []],
    ['k\\s', ['slash']],
    ['twice spaced', ['slash']],
    ['%', []],
    ['_', []],
    ['\\', []],
    ['李', ['li']],
    ['娜 李', ['li']],
    ['soren gross', ['soren']],
    ['SØREN GROẞ', ['soren']],
    ['\u0301', []],
    ['lopez ana', []],
  ])('%s finds %j', async (q, expected) => {
    expect(await found(q)).toEqual(expected)
  })

  it('returns exactly what lists of people show, possibly the caller too', async () => {
    const { status, body } = await search('quinn')
    expect([status, body]).toEqual([
      200,
      {
        users: [
          {
            id: reader.id,
            first_name: 'Quinn',
            last_name: 'Reader',
            username: reader.username,
            avatar_url: null,
            bio: null,
            followers_count: 0,
            is_following: false,
          },
        ],
        count: 1,
      },
    ])
  })

  it('puts the username itself first, then beginnings of words, then the most followed', async () => {
    const named = async (username: string, followers: number) => {
      const person = await insertPerson(app.database.db, { username })
      await run('update profiles set first_name = $2, last_name = $2 where id = $1', [person.userId, 'X'])
      for (let n = 0; n < followers; n++) await followed(person.userId)
      return person.userId
    }
    const inside = await named('a-cardsharp', 3)
    const sharper = await named('sharper', 1)
    const sharpest = await named('sharpest', 2)
    const itself = await named('sharp', 0)
    const mid = await named('a_sharp', 1)
    const { body } = await search('SHARP')
    expect(body.users.map(({ id }: Person) => id)).toEqual([itself, sharpest, sharper, inside, mid])
    expect(body.users.map((user: { followers_count: number }) => user.followers_count)).toEqual([
      0, 2, 1, 3, 1,
    ])
  })

  it('finds someone by a former username too', async () => {
    const person = await insertPerson(app.database.db, { username: 'once-upon' })
    await run(`insert into usernames (username, user_id, created_at) values ('a-time', $1, now())`, [
      person.userId,
    ])
    await run(`update profiles set username = 'a-time' where id = $1`, [person.userId])
    expect((await search('once-upon')).body.users[0].username).toBe('a-time')
    expect((await search('once-up')).body.users).toEqual([])
  })

  it('finds no username of a deleted account', async () => {
    const gone = await insertPerson(app.database.db, { username: 'wolfram' })
    const { userId } = await insertPerson(app.database.db, { username: 'wolframite' })
    await run('delete from users where id = $1', [gone.userId])
    const { body } = await search('wolfram', '&limit=1')
    expect(body.users.map(({ id }: Person) => id)).toEqual([userId])
  })

  it('shows whom the caller follows', async () => {
    await app.request('POST', '/functions/v1/people-follow', {
      token: reader.token,
      body: { userId: people.jose?.id, action: 'follow' },
    })
    const [jose] = (await search('josé')).body.users
    expect([jose.is_following, jose.followers_count]).toEqual([true, 1])
    const { body } = await app.request('GET', '/functions/v1/people-search?q=jose', {
      token: people.ana?.token,
    })
    expect(body.users[0].is_following).toBe(false)
  })

  it('neither finds nor returns e-mail addresses', async () => {
    const email = people.jose?.email as string
    for (const q of [email, email.split('@')[0] as string, 'example.com']) expect(await found(q)).toEqual([])
    expect(JSON.stringify((await search('jose')).body)).not.toContain('@')
  })

  it('returns fifty people at most, or the number asked for, the most followed first', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 55 }, (_, n) => insertPerson(app.database.db, { username: `crowd-${n}` })),
    )
    for (const { userId } of crowd.slice(50)) await followed(userId)
    const { body } = await search('crowd')
    expect([body.count, body.users.length]).toEqual([50, 50])
    const best = (await search('crowd', '&limit=5')).body.users.map(({ id }: Person) => id)
    expect(best.sort()).toEqual(
      crowd
        .slice(50)
        .map(({ userId }) => userId)
        .sort(),
    )
    for (const limit of ['0', '51', 'all'])
      expect((await search('crowd', `&limit=${limit}`)).status).toBe(400)
  })

  it.each(['', '   '])('needs a text: “%s” is refused', async (q) => {
    const { status, body } = await search(q)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.details.problems).toEqual([{ path: 'q', message: 'Please enter a text to search for.' }])
  })

  it('is for people who are signed in', async () => {
    expect((await app.request('GET', '/functions/v1/people-search?q=ana')).status).toBe(401)
  })
})
