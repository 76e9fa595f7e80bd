import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { reservedUsernames, usernameBase, usernameCandidate } from './username-rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('usernames derived at sign-up (docs/product/profile.md#username)', () => {
  it.each([
    ['Ana', 'López', 'ana-lopez'],
    ['Zofia', 'Łukasiewicz', 'zofia-lukasiewicz'],
    ['Bjørn', 'Groß', 'bjorn-gross'],
    ['Æsa', 'Þórðardóttir', 'aesa-thordardottir'],
    ['Maximiliane-Charlotte', 'Wolfeschlegelstein', 'maximiliane-charlott'],
    ['李', '娜', null],
    ['A', '', null],
    ['O’Brien', 'Jr.', 'obrien-jr'],
  ])('%s %s', (first, last, expected) => {
    expect(usernameBase(first, last)).toBe(expected)
  })

  it('have at most 20 characters with their number', () => {
    expect(usernameCandidate('maximiliane-charlott', 1234)).toBe('maximiliane-char1234')
    expect(usernameCandidate('abc', 1)).toBe('abc')
  })

  it('differ for people of one name, also when they sign up at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, () => signUp(app, { first: 'Ana', last: 'López' })),
    )
    const names = people.map((person) => person.username)
    expect(new Set(names).size).toBe(8)
    for (const name of names) expect(name).toMatch(/^ana-lopez\d*$/)
  })

  it('exist for the thousandth person of a name, too', async () => {
    const first = await signUp(app, { first: 'Wei', last: 'Zhang' })
    await app.database.pool.query(
      `insert into usernames (username, user_id, created_at)
       select 'wei-zhang' || n, $1, now() from generate_series(2, 1200) n`,
      [first.id],
    )
    const { username } = await signUp(app, { first: 'Wei', last: 'Zhang' })
    expect(username).toMatch(/^wei-zhang\d{2,5}$/)
  })

  it('are never the path of a page', async () => {
    const person = await signUp(app, { first: 'Feed', last: ''.padEnd(1, '-') })
    expect(reservedUsernames.has(person.username)).toBe(false)
    expect(reservedUsernames.has('feed')).toBe(true)
  })
})

describe('public profiles (docs/product/people.md#public-profile)', () => {
  it('have no e-mail address', async () => {
    const maya = await signUp(app)
    const { body } = await app.request('GET', `/api/v1/profiles/${maya.username.toUpperCase()}`)
    expect(body).toMatchObject({ id: maya.id, first_name: 'Maya', products_count: 0, followers_count: 0 })
    expect(JSON.stringify(body)).not.toContain('@')
  })

  it('are found by a former name, and return the current one', async () => {
    const person = await signUp(app, { first: 'Old', last: 'Name' })
    await app.database.pool.query(
      `insert into usernames (username, user_id, created_at) values ('new-name-x', $1, now())`,
      [person.id],
    )
    await app.database.pool.query(`update profiles set username = 'new-name-x' where id = $1`, [person.id])
    const { body } = await app.request('GET', `/api/v1/profiles/${person.username}`)
    expect(body.username).toBe('new-name-x')
  })

  it('answer 404 for an unknown username', async () => {
    const { status, body } = await app.request('GET', '/api/v1/profiles/nobody-here')
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})
