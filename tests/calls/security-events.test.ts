import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthenticator } from '../../src/identity/testing/authenticator.ts'
import { readableLog } from '../../src/platform/jobs/testing/jobs.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, proveAddress, signInAgain, signUp, signUpAdmin } from '../harness/people.ts'

const siteUrl = 'https://folio.test'
const { log, lines } = readableLog()
let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp({ env: { SITE_URL: siteUrl }, log })
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

type Event = { security_event: string; user?: string; session?: string; from?: string }
const loggedEvents = () =>
  lines.flatMap((line) => ('security_event' in line ? [line as unknown as Event] : []))
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id

/** Sends a request, and expects that status. */
async function ask(method: string, path: string, token: string | undefined, body?: unknown, status = 200) {
  const answer = await app.request(method, path, { token, ...(body !== undefined && { body }) })
  expect([answer.status, answer.body]).toEqual([status, answer.body])
  return answer.body
}

/** The person's authenticator app; shows its code, or a wrong one. */
async function beginApp({ token }: Person) {
  const { id, totp } = await ask('POST', '/auth/v1/factors', token, { factor_type: 'totp' })
  const path = `/auth/v1/factors/${id}`
  const show = async (as: string, isRight = true) => {
    app.clock.advance(30_000)
    const challenge = await ask('POST', `${path}/challenge`, as, {})
    const code = new TOTP({ secret: totp.secret }).generate({ timestamp: app.clock.now().getTime() })
    const body = { challenge_id: challenge.id, code: isRight ? code : 'no' }
    return (await ask('POST', `${path}/verify`, as, body, isRight ? 200 : 422)).access_token as string
  }
  return { path, show }
}

async function withApp(person: Person) {
  const { path, show } = await beginApp(person)
  return { path, show, token: await show(person.token) }
}

/** Adds a passkey; returns the session's token and the passkey's address. */
async function addPasskey({ token }: Person) {
  const made = await ask('POST', '/auth/v1/passkeys/registration/options', token, {})
  const credential = createAuthenticator({ origin: siteUrl }).create(made.options)
  const body = { challenge_id: made.challenge_id, credential }
  const { id } = await ask('POST', '/auth/v1/passkeys/registration/verify', token, body)
  return `/auth/v1/passkeys/${id}`
}

type Fields = Record<string, unknown>
/** The fields of each event's line beside account and session; `act` returns the token of the session, if any. */
const table: [event: string, act: (person: Person) => Promise<string | undefined>, more?: Fields][] = [
  ['signed_up', async ({ token }) => token, { from: expect.any(String) }],
  ['sign_in', async (person) => (await signInAgain(app, person)).access_token, { method: 'password' }],
  [
    'own_password_failed',
    async ({ token }) => {
      await ask('POST', '/api/v1/me/confirm', token, { password: 'wrong' }, 400)
      return token
    },
  ],
  [
    'reauthentication_requested',
    async (person) => {
      await proveAddress(app, person)
      await ask('GET', '/auth/v1/reauthenticate', person.token)
      return person.token
    },
  ],
  [
    'refresh_token_reused',
    async ({ session }) => {
      const refresh = (refresh_token: string, status = 200) =>
        ask('POST', '/auth/v1/token?grant_type=refresh_token', undefined, { refresh_token }, status)
      const second = await refresh(session.refresh_token)
      await refresh(second.refresh_token)
      app.clock.advance(11_000)
      await refresh(session.refresh_token, 400)
      return session.access_token
    },
  ],
  [
    'session_removed',
    async (person) => {
      const other = (await signInAgain(app, person)).access_token
      await ask('DELETE', `/api/v1/me/sessions/${sessionOf(other)}`, person.token, undefined, 204)
      return other
    },
  ],
  ['factor_added', async (person) => (await withApp(person)).token, { method: 'totp' }],
  [
    'factor_failed',
    async (person) => {
      await (await beginApp(person)).show(person.token, false)
      return person.token
    },
    { method: 'totp' },
  ],
  [
    'factor_shown',
    async (person) => {
      const { show } = await withApp(person)
      return show((await signInAgain(app, person)).access_token)
    },
    { method: 'totp', from: expect.any(String) },
  ],
  [
    'factor_removed',
    async (person) => {
      const { path, token } = await withApp(person)
      await ask('DELETE', path, token)
      return token
    },
  ],
  [
    'recovery_codes_made',
    async (person) => {
      const { token } = await withApp(person)
      await ask('POST', '/auth/v1/factors/recovery-codes', token, {})
      return token
    },
  ],
  [
    'factor_removed',
    async (person) => {
      const { token } = await withApp(person)
      await ask('POST', '/auth/v1/factors/recovery-codes', token, {})
      await ask('DELETE', '/auth/v1/factors/recovery-codes', token)
      return token
    },
    { method: 'recovery_code' },
  ],
  [
    'recovery_code_used',
    async (person) => {
      const { token } = await withApp(person)
      const { codes } = await ask('POST', '/auth/v1/factors/recovery-codes', token, {})
      const later = (await signInAgain(app, person)).access_token
      await ask('POST', '/auth/v1/factors/recovery-codes/verify', later, { code: codes[0] })
      return later
    },
    { from: expect.any(String) },
  ],
  [
    'passkey_added',
    async (person) => {
      await addPasskey(person)
      return person.token
    },
    { passkey: expect.any(String) },
  ],
  [
    'passkey_removed',
    async (person) => {
      await ask('DELETE', await addPasskey(person), person.token, undefined, 204)
      return person.token
    },
    { passkey: expect.any(String) },
  ],
  [
    'account_deleted',
    async ({ username, password, token }) => {
      await ask('DELETE', '/api/v1/me', token, { username, password }, 204)
      return token
    },
  ],
  [
    'account_suspended',
    async ({ id }) => {
      await ask('POST', `/api/v1/admin/accounts/${id}/suspend`, admin.token, { reason: 'Spam' })
      return undefined
    },
  ],
  [
    'account_restored',
    async ({ id }) => {
      await ask('POST', `/api/v1/admin/accounts/${id}/suspend`, admin.token, { reason: 'Spam' })
      await ask('POST', `/api/v1/admin/accounts/${id}/restore`, admin.token, { reason: 'None' })
      return undefined
    },
  ],
]

it.each(table)('the log has %s with account and session (decision 43)', async (event, act, more = {}) => {
  lines.length = 0
  const person = await signUp(app)
  const token = await act(person)
  const session = token && sessionOf(token)
  const found = loggedEvents().filter((line) => line.security_event === event)
  // A sign-up signs in, too.
  expect(found.at(-1)).toMatchObject({
    ...(event !== 'refresh_token_reused' && { user: person.id }),
    ...(session && { session }),
    ...more,
  })
  for (const secret of [person.email, person.password, person.token, '127.0.0.1'])
    expect(JSON.stringify(loggedEvents())).not.toContain(secret)
})

it('the log has an admin’s acts, and admins can read how often each event occurred', async () => {
  lines.length = 0
  const person = await signUp(app)
  const path = `/api/v1/admin/accounts/${person.id}/end-sessions`
  await ask('POST', path, admin.token, { reason: 'Lost phone' })
  expect(loggedEvents().filter((line) => line.security_event === 'admin_act')).toMatchObject([
    {
      call: 'POST /api/v1/admin/accounts/:id/end-sessions',
      user: admin.id,
      session: sessionOf(admin.token),
      from: expect.any(String),
    },
  ])
  const { items } = await ask('GET', '/api/v1/admin/security-events', admin.token)
  for (const name of ['admin_act', 'signed_up'])
    expect(items).toContainEqual(
      expect.objectContaining({ name, kind: 'act', last_24_hours: expect.any(Number) }),
    )
  await ask('GET', '/api/v1/admin/security-events', person.token, undefined, 404)
})
