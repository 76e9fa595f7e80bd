import { afterAll, beforeAll, expect, it } from 'vitest'
import { someone } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'

let stage: RecoveryStage
beforeAll(async () => {
  stage = await startRecoveryStage()
})
afterAll(() => stage.close())

async function signedUp() {
  const person = someone()
  const client = stage.client()
  await client.signUp({ email: person.email, password: person.password, options: { data: person.data } })
  return { ...person, client }
}

const prove = (email: string) =>
  stage.db.updateTable('users').set({ email_verified_at: new Date() }).where('email', '=', email).execute()

it('mails the official client a nonce that sets a password once, to a proven address alone', async () => {
  const { email, password, client } = await signedUp()
  expect((await client.reauthenticate()).error).toMatchObject({ status: 422, code: 'email_not_confirmed' })
  await prove(email)
  expect((await client.reauthenticate()).error).toBeNull()
  expect((await client.reauthenticate()).error?.code).toBe('over_email_send_rate_limit')
  const mail = (await stage.smtp.mailTo(email)).text ?? ''
  const nonce = /\d{8}/.exec(mail)?.[0] ?? ''
  const change = (more: object) => client.updateUser({ password: 'another horse', ...more })
  expect((await change({ nonce: '00000000' })).error?.code).toBe('reauthentication_not_valid')
  expect((await stage.verify({ type: 'recovery', token: nonce, email })).status).toBe(403)
  const other = await signedUp()
  const stolen = await other.client.updateUser({ password: 'another horse', nonce })
  expect(stolen.error?.code).toBe('reauthentication_not_valid')
  expect((await change({ nonce })).error).toBeNull()
  expect((await client.updateUser({ password: 'a third horse', nonce })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  expect((await stage.client().signInWithPassword({ email, password })).error?.code).toBe(
    'invalid_credentials',
  )
  expect((await stage.client().signInWithPassword({ email, password: 'another horse' })).error).toBeNull()
})

it('refuses callers who are not signed in', async () => {
  expect(await stage.call('GET', '/reauthenticate')).toMatchObject({
    status: 401,
    body: { code: 'no_authorization' },
  })
})

it('sends the mail that proves an address again while it is unproven, and answers alike otherwise', async () => {
  const [unproven, proven] = [await signedUp(), await signedUp()]
  await prove(proven.email)
  const resend = (email: string, type: 'signup' | 'email_change' = 'signup') =>
    stage.client().resend({ type, email })
  for (const email of [unproven.email, proven.email, 'nobody@folio.test'])
    expect((await resend(email)).error).toBeNull()
  expect((await resend('else@folio.test', 'email_change')).error).toBeNull()
  expect((await resend(unproven.email)).error?.code).toBe('over_email_send_rate_limit')
  await stage.recover(await stage.tokenTo(unproven.email))
  await stage.untilDone()
  expect(stage.smtp.mails.filter(({ to }) => JSON.stringify(to).includes(proven.email))).toEqual([])
})

it('counts in the session that asked, and for five tries', async () => {
  const { email, password, client } = await signedUp()
  await prove(email)
  const other = stage.client()
  await other.signInWithPassword({ email, password })
  await stage.db.deleteFrom('rate_limits').execute()
  expect((await client.reauthenticate()).error).toBeNull()
  const nonce = /\d{8}/.exec((await stage.smtp.mailTo(email)).text ?? '')?.[0] ?? ''
  const change = (of: typeof client, given: string) =>
    of.updateUser({ password: 'another horse', nonce: given })
  expect((await change(other, nonce)).error?.code).toBe('reauthentication_not_valid')
  for (let tries = 0; tries < 5; tries += 1)
    expect((await change(client, '00000000')).error?.code).toBe('reauthentication_not_valid')
  await stage.db.deleteFrom('rate_limits').execute()
  expect((await change(client, nonce)).error?.code).toBe('reauthentication_not_valid')
})
