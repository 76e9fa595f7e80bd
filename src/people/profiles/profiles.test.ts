import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { reservedUsernames } from '../../shared/names/reserved.ts'
import { isFree, officialWords, usernameBase, usernameCandidate } from './username-rules.ts'

const official = officialWords('Folio')

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
    expect(usernameCandidate('maximiliane-charlott', 1234, official)).toBe('maximiliane-char1234')
    expect(usernameCandidate('abc', 1, official)).toBe('abc')
    expect(usernameCandidate('support-charlotte-an', 1234, official)).toBe('support1234-charlott')
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

  it.each([
    ['Ana', 'Admin', 'ana-admin2'],
    ['Admin', 'Ana', 'admin2-ana'],
    ['Support', 'Official', 'support2-official2'],
    ['Folio', 'Team', 'folio2-team'],
    ['Team Folio', 'Portfolio', 'team-folio2-portfoli'],
    ['Ana', 'Administrator', 'ana-administrator'],
  ])('number what speaks for the site: %s %s', async (first, last, username) => {
    expect((await signUp(app, { first, last })).username).toBe(username)
  })

  it('number the second person of such a name, too', async () => {
    const people = [
      await signUp(app, { first: 'Admin', last: 'Bea' }),
      await signUp(app, { first: 'Admin', last: 'Bea' }),
    ]
    expect(people.map(({ username }) => username)).toEqual(['admin2-bea', 'admin3-bea'])
  })

  it.each([
    ['Folio', 'my-folio', true],
    ['Folio', 'my_folio-x', true],
    ['Folio', 'portfolio', false],
    ['Folio', 'folios', false],
    ['The Good Shop', 'the-good-shop', true],
    ['The Good Shop', 'thegoodshop_uk', true],
    ['The Good Shop', 'good-shop', false],
    ['Café', 'cafe-ana', true],
    ['店', 'ana-lopez', false],
    ['店', 'ana-support', true],
    ['店', 'ana-supporter', false],
  ])('of an app named %s: whether %s speaks for it', (appName, username, speaks) => {
    expect(isFree(username, officialWords(appName))).toBe(!speaks)
  })

  it('are never the path of a page', async () => {
    const person = await signUp(app, { first: 'Feed', last: ''.padEnd(1, '-') })
    expect(reservedUsernames.has(person.username)).toBe(false)
    expect(reservedUsernames.has('feed')).toBe(true)
  })
})

describe('public profiles (docs/product/storefront.md#what-it-shows)', () => {
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
