import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { forgedTokens, knownSigningKey, tokenOfNoSession } from '../harness/forged-tokens.ts'
import { type Person, signUp, signUpAdmin } from '../harness/people.ts'
import { isLongRun } from '../harness/random-runs.ts'
import { type ApiCall, readCalls, readRoutes } from './api-calls.ts'
import { ofNobodyElse, ownedThings, type Stage, setStage } from './owned-things.ts'
import { withoutReference } from './routes-without-reference.ts'

let app: TestApp
let calls: ApiCall[]
let person: Person
let admin: Person
let stage: Stage
let signing: Awaited<ReturnType<typeof knownSigningKey>>

beforeAll(async () => {
  signing = await knownSigningKey()
  // A host name, since passkeys do not work at an IP address.
  app = await startTestApp({ env: { SIGNING_KEYS: signing.setting, HOST: 'localhost' } })
  calls = await readCalls(app)
  person = await signUp(app)
  admin = await signUpAdmin(app)
  stage = await setStage(app)
})
afterAll(() => app.close())

const placeholder = '01900000-0000-7000-8000-000000000000'

type Answered = { status: number; code: string | undefined }

/** The answers of the calls to the caller with this token, a few at a time. */
async function answersWith(token: string | undefined, asked: ApiCall[]): Promise<Record<string, Answered>> {
  const answers: Record<string, Answered> = {}
  const waiting = [...asked]
  const work = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      const path = call.path.replace(/\{\w+\}/g, placeholder)
      const body = call.method === 'GET' ? {} : { body: {} }
      answers[call.name] = read(await app.request(call.method, path, { token, ...body }))
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return answers
}

/** The auth calls return a failure's code as `error_code` to clients without an API version. */
const read = ({ status, body }: { status: number; body: { code?: string; error_code?: string } }) => ({
  status,
  code: body?.error_code ?? body?.code,
})

const guarded = () => calls.filter(({ access }) => access !== 'public')
const named = (all: ApiCall[]) => all.map(({ name }) => name).sort()

/** The answers to callers without permission. Admin calls do not exist for others (decision 4). */
const refusedAs = (inAuthWire: Answered, inRestWire: Answered = { status: 401, code: 'PGRST301' }) =>
  Object.fromEntries(
    guarded().map(({ name, path, access }) => {
      if (path.startsWith('/auth/v1/')) return [name, inAuthWire]
      if (path.startsWith('/rest/v1/')) return [name, inRestWire]
      if (access === 'admin') return [name, { status: 404, code: 'not_found' }]
      return [name, { status: 401, code: 'not_authenticated' }]
    }),
  )

const beforeSecondStep =
  /^(GET \/auth\/v1\/(user|reauthenticate)|POST \/auth\/v1\/logout|\w+ \/auth\/v1\/factors.*)$/

const badJwt = { status: 403, code: 'bad_jwt' }
const sessionNotFound = { status: 403, code: 'session_not_found' }

describe('the calls that these tests know', () => {
  it('are all that need a caller', () => {
    const ofUsers = calls.filter(({ access }) => access === 'user')
    const known = [...ofNobodyElse, ...Object.keys(ownedThings)].filter(
      (name) => !name.includes(' /storage/'),
    )
    expect(known.sort()).toEqual(named(ofUsers))
    expect(guarded().length - ofUsers.length).toBeGreaterThanOrEqual(20)
  })

  it('are, with the listed routes, all that the server has', () => {
    const described = new Set(calls.map(({ name }) => name.replace(/\{\w+\}/g, '*')))
    const beside = readRoutes(app)
      .filter((route) => !route.startsWith('HEAD ') && !route.includes('|'))
      .filter((route) => !described.has(route.replace(/:\w+/g, '*')))
    expect(new Set(beside)).toEqual(new Set(withoutReference))
  })
})

describe('calls that need a caller', () => {
  it('refuse an anonymous caller, whatever was sent', async () => {
    const answers = await answersWith(undefined, guarded())
    const ofNobody = { status: 401, code: 'no_authorization' }
    expect(answers).toEqual(refusedAs(ofNobody, { status: 401, code: '42501' }))
  })

  // Each call gets some kinds of tokens and each kind is tried at many calls; in long runs all at all, some five
  // thousand calls.
  it('refuse every forged token like a missing one', { timeout: 240_000 }, async () => {
    const forged = await forgedTokens(signing, decodeJwt(person.token) as never)
    const refused = refusedAs(badJwt)
    const kinds = Object.entries({ ...forged, 'of random words': 'a.b.c' })
    for (const [index, [kind, token]] of kinds.entries()) {
      const asked = guarded().filter((_, at) => isLongRun || at % 6 === index % 6)
      const expected = Object.fromEntries(asked.map(({ name }) => [name, refused[name]]))
      expect([kind, await answersWith(token, asked)]).toEqual([kind, expected])
    }
  })

  it('refuse a token of our own key that names no session of ours', async () => {
    const token = await tokenOfNoSession(signing, decodeJwt(person.token) as never)
    expect(await answersWith(token, guarded())).toEqual(refusedAs(sessionNotFound))
  })

  it('refuse the token of a session that was signed out, at once', async () => {
    const gone = await signUp(app)
    await app.request('POST', '/auth/v1/logout?scope=global', { token: gone.token })
    expect(await answersWith(gone.token, guarded())).toEqual(refusedAs(sessionNotFound))
  })

  it('refuse the token of an account that was deleted', async () => {
    const gone = await signUp(app)
    const body = { username: gone.username, password: gone.password }
    expect((await app.request('DELETE', '/api/v1/me', { token: gone.token, body })).status).toBe(204)
    expect(await answersWith(gone.token, guarded())).toEqual(refusedAs(sessionNotFound))
  })

  it('refuse the token of an account that was suspended', async () => {
    const suspended = await signUp(app)
    const path = `/api/v1/admin/accounts/${suspended.id}/suspend`
    const body = { reason: 'Fake shops.' }
    expect((await app.request('POST', path, { token: admin.token, body })).status).toBe(200)
    expect(await answersWith(suspended.token, guarded())).toEqual(
      refusedAs({ status: 403, code: 'user_banned' }),
    )
  })

  it('need the second step of an account that has one, except reading oneself, factors and signing out', async () => {
    const halfway = await signUp(app)
    await app.database.pool.query(
      `insert into factors (user_id, type, friendly_name, secret, verified_at, created_at, updated_at)
       values ($1, 'totp', 'Phone', $2, now(), now(), now())`,
      [halfway.id, Buffer.alloc(48)],
    )
    const asked = guarded().filter(({ name }) => !beforeSecondStep.test(name))
    const missing = { status: 403, code: 'insufficient_aal' }
    const expected = Object.entries(refusedAs(missing, missing)).map(([name, answer]) => [
      name,
      answer.code === 'not_authenticated' ? missing : answer,
    ])
    const known = new Set(named(asked))
    expect(await answersWith(halfway.token, asked)).toEqual(
      Object.fromEntries(expected.filter(([name]) => known.has(name as string))),
    )
  })

  it('answer other people as if the calls of admins did not exist', async () => {
    const ofAdmins = calls.filter(({ access }) => access === 'admin')
    const answers = Object.values(await answersWith(person.token, ofAdmins))
    expect(answers).toEqual(ofAdmins.map(() => ({ status: 404, code: 'not_found' })))
  })

  it('accept those they are for', async () => {
    const own = calls.filter(({ name, access }) => access === 'user' && name !== 'POST /auth/v1/logout')
    const persons = await answersWith((await signUp(app)).token, own)
    const admins = await answersWith(
      admin.token,
      calls.filter(({ access }) => access === 'admin'),
    )
    const shut = Object.entries({ ...persons, ...admins }).filter(
      ([, { status, code }]) => status === 401 || status >= 500 || code === 'not_authenticated',
    )
    expect(shut).toEqual([])
  })
})

describe('calls that need no caller', () => {
  it('answer a forged token like none', async () => {
    // The client sends its public key where it has no token; another one was meant to name somebody.
    const open = calls.filter(({ access, path }) => access === 'public' && !path.startsWith('/rest/v1/'))
    const forged = await forgedTokens(signing, decodeJwt(person.token) as never)
    const anyone = await answersWith(undefined, open)
    for (const kind of ['without a signature', 'by another key of the same name'])
      expect(await answersWith(forged[kind], open)).toEqual(anyone)
  })
})

describe('things of an owner', () => {
  it('can be changed by the owner only, not even by admins', async () => {
    const things = Object.entries(ownedThings)
    const before = await stage.look()
    for (const [name, { others, anonymous = 401 }] of things) {
      for (const other of [person, admin])
        expect({ name, ...(await stage.ask(name, other)) }).toMatchObject({ name, ...others })
      expect([name, (await stage.ask(name, undefined)).status]).toEqual([name, anonymous])
    }
    expect(await stage.look()).toEqual(before)
    for (const [name, { owner }] of things)
      expect([name, (await stage.ask(name, stage.owner)).status]).toEqual([name, owner])
  })
})
