import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { minuteMs } from '../../shared/time.ts'
import { maintainIdentity } from '../index.ts'
import { someone } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'

const clock = new ManualClock(new Date())
let server: RecoveryStage
beforeAll(async () => {
  server = await startRecoveryStage({ clock: clock.now })
})
afterAll(() => server.close())

let person: ReturnType<typeof someone>
let userId: string
beforeEach(async () => {
  clock.set(new Date())
  await server.db.deleteFrom('rate_limits').execute()
  person = someone()
  const { body } = await server.call('POST', '/signup', { body: person })
  userId = (body.user as { id: string }).id
  await server.db
    .updateTable('users')
    .set({ email_verified_at: clock.now() })
    .where('id', '=', userId)
    .execute()
  const token = String(body.access_token)
  const { body: app } = await server.call('POST', '/factors', { token, body: { factor_type: 'totp' } })
  const { body: challenge } = await server.call('POST', `/factors/${app.id}/challenge`, { token })
  const { secret } = app.totp as { secret: string }
  const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
  await server.call('POST', `/factors/${app.id}/verify`, {
    token,
    body: { challenge_id: challenge.id, code },
  })
  await sql`update factors set settles_at = now()`.execute(server.db)
  expect((await server.smtp.mailTo(person.email)).subject).toMatch(/^Two-step verification is on/)
})

async function signIn(): Promise<string> {
  const { email, password } = person
  const { body } = await server.call('POST', '/token?grant_type=password', { body: { email, password } })
  return String(body.access_token)
}

async function mailedCode(token: string): Promise<string> {
  await server.db.deleteFrom('rate_limits').execute()
  expect((await server.call('GET', '/reauthenticate', { token })).status).toBe(200)
  return /\d{8}/.exec((await server.smtp.mailTo(person.email)).text ?? '')?.[0] ?? ''
}

const lost = (method: string, token: string, body?: object) =>
  server.call(method, '/factors/lost', { token, ...(body && { body }) })
const maintenance = () => maintainIdentity(server.context, server.identityOptions.settings.sessions)
const factors = () => server.db.selectFrom('factors').select('id').where('user_id', '=', userId).execute()

async function asked(): Promise<string> {
  const token = await signIn()
  const answer = await lost('POST', token, { nonce: await mailedCode(token) })
  expect(answer.status).toBe(200)
  expect((await server.smtp.mailTo(person.email)).subject).toMatch(
    /^Your passkeys and apps will be removed in seven days/,
  )
  return token
}

it('go seven days after it was asked for with password and mailed code, by the database’s clock', async () => {
  const token = await asked()
  expect((await lost('GET', token)).body.drops_at).toBeTruthy()
  clock.advance(8 * 24 * 60 * minuteMs)
  await maintenance()
  expect(await factors()).toHaveLength(1)
  clock.set(new Date())
  await sql`update users set steps_drop_at = now() where id = ${userId}`.execute(server.db)
  await maintenance()
  await maintenance()
  expect(await factors()).toEqual([])
  expect((await server.smtp.mailTo(person.email)).subject).toMatch(/^Your passkeys and apps are gone/)
})

it('stay when any settled means says so', async () => {
  const token = await asked()
  expect((await lost('DELETE', await signIn())).body).toEqual({ drops_at: null })
  expect((await lost('DELETE', token)).status).toBe(404)
  await sql`update users set steps_drop_at = now() where steps_drop_at is not null`.execute(server.db)
  await maintenance()
  expect(await factors()).toHaveLength(1)
})

it('are asked for neither without the mailed code, nor without the password, nor long after it', async () => {
  const token = await signIn()
  expect((await lost('POST', token, { nonce: '00000000' })).body.code).toBe('reauthentication_not_valid')
  const nonce = await mailedCode(token)
  const other = await signIn()
  expect((await lost('POST', other, { nonce })).body.code).toBe('reauthentication_not_valid')
  clock.advance(16 * minuteMs)
  expect((await lost('POST', token, { nonce })).body.code).toBe('reauthentication_needed')
  await server.ask(person.email)
  const { access_token: byLink } = await server.recover(await server.tokenTo(person.email))
  const mailed = await mailedCode(byLink)
  expect((await lost('POST', byLink, { nonce: mailed })).body.code).toBe('reauthentication_needed')
  expect((await lost('GET', token)).body).toEqual({ drops_at: null })
})

it('of admins are the operator’s to reset', async () => {
  const token = await signIn()
  const nonce = await mailedCode(token)
  await server.db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute()
  expect((await lost('POST', token, { nonce })).body.code).toBe('not_admin')
})
