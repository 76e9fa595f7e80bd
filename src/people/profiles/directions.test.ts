import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { plainLine, plainText } from '../../amazon/rules.ts'
import { transfersOf } from '../../folio/transfer/testing/stage.ts'
import { readPerson } from '../../identity/providers/person-rules.ts'

// docs/security.md#texts-of-people: no text of others turns the direction of what stands around it.

const turns = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
/** A left-to-right and a right-to-left mark, and a joiner, without which scripts and emoji fall apart. */
const kept = 'a\u200eb\u200f\u061cc\u200d\u200c'
const typed = `${turns}${kept}${turns}x${turns}`
const stored = `${kept}x`

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp()
  person = await signUp(app, { first: typed, last: typed })
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, path, { token: person.token, ...(body !== undefined && { body }) })
const amazon_url = 'https://www.amazon.com/dp/B0TURNED01'

describe('signs that turn the direction of a text', () => {
  it('are removed from names and bios: at sign-up, by the official client, and in the profile', async () => {
    const names = { first_name: stored, last_name: stored }
    expect((await call('GET', '/api/v1/me')).body).toMatchObject(names)
    expect(person.session.user.user_metadata).toMatchObject(names)
    const data = { first_name: `${typed}2`, last_name: `${typed}2` }
    expect((await call('PUT', '/auth/v1/user', { data })).body.user_metadata).toMatchObject({
      first_name: `${stored}2`,
      last_name: `${stored}2`,
    })
    const changes = { first_name: typed, last_name: typed, bio: typed }
    expect((await call('PATCH', '/api/v1/me', changes)).body).toMatchObject({ ...names, bio: stored })
    expect((await call('PATCH', '/api/v1/me', { first_name: turns })).status).toBe(400)
  })

  it('are removed from a product’s texts, as it is posted, edited and imported', async () => {
    const texts = { title: typed, description: typed, user_comment: typed, tags: [typed, stored, turns] }
    const clean = { title: stored, description: stored, user_comment: stored, tags: [stored] }
    const posted = await call('POST', '/api/v1/products', { amazon_url, category_id: null, ...texts })
    expect(posted.body).toMatchObject(clean)
    const edited = await call('PATCH', `/api/v1/products/${posted.body.id}`, { ...texts, title: `${typed}2` })
    expect(edited.body).toMatchObject({ ...clean, title: `${stored}2` })
    const { imported } = transfersOf(app, person)
    expect((await imported({ items: [{ amazon_url, ...texts }] })).body.created).toBe(1)
    const { items } = (await call('GET', '/api/v1/me/products')).body
    expect(items[0]).toMatchObject({ title: stored, tags: [stored] })
  })

  it('are removed from what Amazon and providers say', () => {
    expect(plainLine(typed, 500)).toBe(stored)
    expect(plainText(`${typed}\n${typed}`, 500)).toBe(`${stored}\n${stored}`)
    const claims = { iss: 'https://accounts.google.com', sub: '1', given_name: typed, family_name: typed }
    expect(readPerson('google', claims, undefined)?.names).toEqual({ firstName: stored, lastName: stored })
  })

  it('are refused by the database, whoever forgets them', async () => {
    for (const statement of [
      `update profiles set bio = $1 where id = '${person.id}'`,
      `update products set title = $1 where user_id = '${person.id}'`,
      `update products set tags = array[$1] where user_id = '${person.id}'`,
    ])
      await expect(app.database.pool.query(statement, [typed])).rejects.toMatchObject({ code: '23514' })
  })
})
