import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdentity } from './index.ts'
import { type AuthServer, someone, startAuthServer } from './testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
})

const home = { userAgent: null, address: '198.51.100.7' }
const elsewhere = { userAgent: null, address: '203.0.113.9' }
const tooMany = { status: 429, body: { code: 'over_request_rate_limit' } }

/** Another process on the same database: it has to look up what the first refuses from memory. */
const anotherNode = () => createIdentity(server.identityOptions)

const post = (path: string, body: object) => server.call('POST', path, { body })
const signIn = (email: string, password: string) => post('/token?grant_type=password', { email, password })

/** Sets every count of a limit to one call before the refusal. */
const fill = (name: string, points: number) =>
  server.db.updateTable('rate_limits').set({ points }).where('key', 'like', `${name}:%`).execute()

async function signUp() {
  const body = someone()
  await server.identity.sessions.signUp(server.context, body, { userAgent: null })
  return body
}

describe('guessing a password', () => {
  it('ends after ten failures for a quarter of an hour, alike with and without an account', async () => {
    const known = await signUp()
    for (const email of [known.email, someone().email]) {
      for (let attempt = 0; attempt < 10; attempt++)
        expect((await signIn(email, 'wrong horse')).body.code).toBe('invalid_credentials')
      for (const password of ['wrong horse', known.password]) {
        const refused = await signIn(email.toUpperCase(), password)
        expect(refused).toMatchObject(tooMany)
        const seconds = Number(refused.headers.get('retry-after'))
        expect(seconds).toBeGreaterThan(14 * 60)
        expect(seconds).toBeLessThanOrEqual(15 * 60)
      }
    }
    const other = await signUp()
    expect((await signIn(other.email, other.password)).status).toBe(200)
  })

  it('is not slowed for those made at once', async () => {
    const { email } = await signUp()
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(email, 'wrong horse')))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  it('is not what a successful sign-in counts as', async () => {
    const { email, password } = await signUp()
    for (let attempt = 0; attempt < 12; attempt++) expect((await signIn(email, password)).status).toBe(200)
  })

  it('from many addresses ends too, but not for clients (browser and address) from which the owner has signed in', async () => {
    const { email, password } = await signUp()
    const credentials = { email, password }
    await server.identity.sessions.signIn(server.context, credentials, home)
    const guess = { email, password: 'wrong horse' }
    await expect(server.identity.sessions.signIn(server.context, guess, elsewhere)).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    await fill('sign_in_failure', 100)
    const node = await anotherNode()
    const unknownPlace = { userAgent: null, address: '192.0.2.1' }
    await expect(node.sessions.signIn(server.context, credentials, unknownPlace)).rejects.toMatchObject({
      code: 'rate_limited',
    })
    const session = await node.sessions.signIn(server.context, credentials, home)
    expect(session.user.email).toBe(email)
  })
})

describe('an address', () => {
  it('may sign in a hundred times in ten minutes, for whatever accounts', async () => {
    const { email, password } = await signUp()
    await server.identity.sessions.signIn(server.context, { email, password }, home)
    await fill('sign_in', 100)
    await expect(server.identity.sessions.signIn(server.context, someone(), home)).rejects.toMatchObject({
      code: 'rate_limited',
    })
    await server.identity.sessions.signIn(server.context, { email, password }, elsewhere)
  })

  it('may sign up sixty times an hour, the /64 of an IPv6 address counting as one', async () => {
    const from = (address: string) =>
      server.identity.sessions.signUp(server.context, someone(), { userAgent: null, address })
    await from('2001:db8:1:2::1')
    await fill('sign_up', 60)
    await expect(from('2001:db8:1:2:ffff::9')).rejects.toMatchObject({ code: 'rate_limited' })
    await from('2001:db8:1:3::1')
  })

  it('of IPv6 may, with the whole /48 around it, ten times as much', async () => {
    const from = (address: string) =>
      server.identity.sessions.signUp(server.context, someone(), { userAgent: null, address })
    await from('2001:db8:7:2::1')
    await fill('sign_up', 60)
    await fill('sign_up_wide', 599)
    await from('2001:db8:7:3::1')
    await expect(from('2001:db8:7:4::1')).rejects.toMatchObject({ code: 'rate_limited' })
    await from('2001:db8:8:4::1')
  })

  it('may ask a hundred times in ten minutes whether a mailed link works', async () => {
    const ask = (from: typeof home) => server.identity.recovery.isLinkGood(server.context, 'of-nobody', from)
    await ask(home)
    await fill('link_check_here', 100)
    await expect(ask(home)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await ask(elsewhere)).toBe(false)
  })

  it('is not stored, nor is an e-mail address', async () => {
    const { email, password } = await signUp()
    await server.identity.sessions.signIn(server.context, { email, password }, elsewhere)
    const rows = await server.db.selectFrom('rate_limits').select('key').execute()
    expect(rows.length).toBeGreaterThan(2)
    for (const { key } of rows) expect(key).toMatch(/^[a-z_]+:[\w-]{43}$/)
  })
})

describe('refreshing too often (docs/product/sign-in.md#guessing)', () => {
  it.each(['refresh', 'refresh_here'])(
    'answers 503 by the limit %s, and the session goes on afterwards',
    async (name) => {
      const session = await server.newSession()
      const refreshed = await post('/token?grant_type=refresh_token', session)
      await fill(name, 600)
      const refused = await post('/token?grant_type=refresh_token', refreshed.body)
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(2)
      await server.db.deleteFrom('rate_limits').execute()
      const node = await anotherNode()
      const later = await node.sessions.refresh(server.context, String(refreshed.body.refresh_token), home)
      expect(later.user.id).toBe(session.user.id)
    },
  )
})
