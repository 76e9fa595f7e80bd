import { afterAll, beforeAll, expect, it } from 'vitest'
import { readableLog } from '../platform/jobs/testing/jobs.ts'
import { type AuthServer, someone, startAuthServer } from './testing/auth-server.ts'

const { log, lines } = readableLog()

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ log })
})
afterAll(() => server.close())

it('logs sign-ins, refusals and changed passwords by account and session, and no address or secret', async () => {
  const person = someone()
  await server.call('POST', '/signup', { body: person })
  const wrong = { email: person.email, password: 'not the one' }
  await server.call('POST', '/token?grant_type=password', { body: wrong })
  const { body } = await server.call('POST', '/token?grant_type=password', { body: person })
  const token = String(body.access_token)
  const user = (body.user as { id: string }).id
  const change = { password: 'quite another horse', current_password: person.password }
  await server.call('PUT', '/user', { token, body: { ...change, current_password: 'no' } })
  await server.call('PUT', '/user', { token, body: change })
  await server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: 'made up' } })
  await server.call('POST', '/recover', { body: { email: person.email } })
  await server.call('POST', '/recover', { body: { email: person.email } })
  await server.call('POST', '/logout', { token })
  await server.call('GET', '/user', { token })
  const session = JSON.parse(atob(token.split('.')[1] ?? '')).session_id

  const logged = lines.filter((line) => 'security_event' in line)
  expect(logged).toMatchObject([
    { security_event: 'signed_up', user },
    { security_event: 'sign_in', user, method: 'password' },
    { security_event: 'sign_in_failed', reason: 'invalid_credentials', account: expect.any(String) },
    { security_event: 'sign_in', user, session, from: expect.any(String) },
    { security_event: 'own_password_failed', user, session },
    { security_event: 'password_changed', user, session, by: 'current password' },
    { security_event: 'refresh_refused', reason: 'refresh_token_not_found' },
    { security_event: 'recovery_requested' },
    { security_event: 'limit_hit', call: 'POST /auth/v1/recover', reqId: expect.any(String) },
    { security_event: 'signed_out', user, session },
    { security_event: 'token_refused', reason: 'session_not_found', session },
  ])
  const written = JSON.stringify(logged)
  for (const secret of [person.email, person.password, change.password, '127.0.0.1', token])
    expect(written).not.toContain(secret)
})
