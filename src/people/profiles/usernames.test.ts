import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signUp } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { maxNewUsernames, newUsernamesPeriodMs } from './username-rules.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp({ pages: true })
  person = await signUp(app)
})
afterAll(() => app.close())

let made = 0
const freshName = () => `fresh_name-${++made}`

const rename = ({ token }: Person, username: string) =>
  app.request('PATCH', '/api/v1/me', { token, body: { username } })

async function statusFor({ token }: Person, name: string) {
  const { body } = await app.request('GET', `/api/v1/usernames/${encodeURIComponent(name)}`, { token })
  return body.status
}

const taken = {
  status: 409,
  body: {
    code: 'conflict',
    details: { problems: [{ path: 'username', message: 'Username is already taken.' }] },
  },
}

describe('a username (docs/product/profile.md#username)', () => {
  it('is available, taken or invalid', async () => {
    const other = await signUp(app)
    expect(await statusFor(person, freshName())).toBe('available')
    expect(await statusFor(person, person.username.toUpperCase())).toBe('available')
    expect(await statusFor(person, other.username)).toBe('taken')
    for (const name of ['ab', 'x'.repeat(21), 'ana lopez', 'ana.lopez', 'año', ' ana', 'x'.repeat(300)])
      expect([name, await statusFor(person, name)]).toEqual([name, 'invalid'])
  })

  it('is taken if it is a page’s address', async () => {
    expect(await statusFor(person, 'earnings')).toBe('taken')
    expect(await rename(person, 'earnings')).toMatchObject(taken)
  })

  it('is an admin’s to give where it speaks for the site; who has such a one keeps it', async () => {
    for (const name of ['folio-support', 'ana_admin', 'official-ana', 'the-folio-team']) {
      expect([name, await statusFor(person, name)]).toEqual([name, 'taken'])
      expect(await rename(person, name)).toMatchObject(taken)
    }
    expect(await statusFor(person, 'ana-supporter')).toBe('available')
    const early = await signUp(app)
    await app.database.pool.query(
      `with had as (insert into usernames (username, user_id, created_at) values ('early-admin', $1, now()))
       update profiles set username = 'early-admin' where id = $1`,
      [early.id],
    )
    const kept = { token: early.token, body: { username: 'early-admin', first_name: 'Early' } }
    expect((await app.request('PATCH', '/api/v1/me', kept)).status).toBe(200)
    expect((await rename(early, freshName())).status).toBe(200)
    expect(await statusFor(early, 'early-admin')).toBe('available')
    expect((await rename(early, 'early-admin')).status).toBe(200)
  })

  it('is never given to anyone else, even after its owner has left', async () => {
    const name = freshName()
    await app.database.pool.query(
      'insert into usernames (username, user_id, created_at) values ($1, null, $2)',
      [name, app.clock.now()],
    )
    expect(await statusFor(person, name)).toBe('taken')
    expect(await rename(person, name)).toMatchObject(taken)
  })

  it('has one of three states, and can be taken exactly if available, whatever is typed', async () => {
    const alphabet = fc.constantFrom(...'abz019_-', 'A', 'É', 'K', 'İ', ' ', '.', '/', '%', '\0', '🎉', '–')
    const typed = fc
      .oneof(
        fc.string({ unit: alphabet, minLength: 1, maxLength: 24 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }),
      )
      // A browser and the fetch of this test resolve these path segments before sending.
      .filter((name) => name !== '.' && name !== '..')
    await fc.assert(
      fc.asyncProperty(typed, async (name) => {
        await app.database.pool.query('delete from rate_limits')
        const status = await statusFor(person, name)
        const fits = /^[a-z0-9_-]{3,20}$/.test(name.toLowerCase())
        expect(status).toBeOneOf(fits ? ['available', 'taken'] : ['invalid'])
      }),
      randomRuns(100),
    )
  })

  it('can be looked up as fast as a person types, up to a limit', async () => {
    const collector = await signUp(app)
    const answers = await Promise.all(
      Array.from({ length: 130 }, () =>
        app.request('GET', '/api/v1/usernames/ana', { token: collector.token }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })
})

describe('a new username (docs/product/profile.md#username)', () => {
  it('is the person’s from then on, and the former name stays theirs', async () => {
    const [renamed, other] = [await signUp(app), await signUp(app)]
    const name = freshName()
    const { status, body } = await rename(renamed, ` ${name.toUpperCase()} `)
    expect([status, body.username]).toEqual([200, name])
    expect(await rename(other, renamed.username)).toMatchObject(taken)
    expect(await statusFor(renamed, renamed.username)).toBe('available')
    expect((await rename(renamed, renamed.username)).body.username).toBe(renamed.username)
  })

  it('shows on the pages at once; the old address redirects permanently', async () => {
    const renamed = await signUp(app, { first: 'Ines', last: 'Duarte' })
    const posted = await app.request('POST', '/api/v1/products', {
      token: renamed.token,
      body: { amazon_url: 'https://www.amazon.com/dp/B0RENAME01', title: 'A lamp', category_id: null },
    })
    const pages = [`/${renamed.username}`, `/l/${posted.body.short_link_id}`]
    for (const page of pages) {
      // Twice, so that the second answer comes from the cache.
      await app.request('GET', page)
      expect((await app.request('GET', page)).body).toContain(`/${renamed.username}"`)
    }
    const name = freshName()
    await rename(renamed, name)
    await expect
      .poll(async () => {
        const { status, headers } = await app.request('GET', `/${renamed.username}`)
        return [status, headers.get('location')]
      })
      .toEqual([301, `/${name}`])
    expect((await app.request('GET', `/${name}`)).body).toContain('Ines')
    const product = async () => (await app.request('GET', pages[1] as string)).body
    await expect.poll(product).toContain(`"/${name}"`)
    expect(await product()).not.toContain(`/${renamed.username}"`)
  })

  it('is given to one of two who take it at once', async () => {
    const rivals = await Promise.all(Array.from({ length: 6 }, () => signUp(app)))
    const name = freshName()
    const answers = await Promise.all(rivals.map((rival) => rename(rival, name)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const winner = rivals[answers.findIndex(({ status }) => status === 200)]
    const { body } = await app.request('GET', `/api/v1/profiles/${name}`)
    expect(body.id).toBe(winner?.id)
  })

  it('is one of two that a person sets at once', async () => {
    const hasty = await signUp(app)
    const names = [freshName(), freshName()]
    const answers = await Promise.all(names.map((name) => rename(hasty, name)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await app.request('GET', '/api/v1/me', { token: hasty.token })
    expect(names).toContain(body.username)
  })

  it.each([
    ['ten', 'proven'],
    ['five', 'unproven'],
  ] as const)(
    'cannot be hoarded: after %s in thirty days there is none for a while (%s)',
    async (_, kind) => {
      const hoarder = await signUp(app)
      if (kind === 'proven') await proveAddress(app, hoarder)
      for (let n = 1; n < maxNewUsernames[kind]; n++)
        expect((await rename(hoarder, freshName())).status).toBe(200)
      const { status, body, headers } = await rename(hoarder, freshName())
      expect(body.message).toBe(
        `You have taken ${maxNewUsernames[kind]} new usernames within 30 days. You can take another in 30 days.`,
      )
      expect([status, body.code, body.details.problems[0].path]).toEqual([429, 'rate_limited', 'username'])
      expect(Number(headers.get('retry-after')) * 1000).toBe(newUsernamesPeriodMs)
      expect((await rename(hoarder, hoarder.username)).status).toBe(200)
    },
  )
})
