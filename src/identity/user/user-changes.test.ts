import { AuthApiError, AuthWeakPasswordError } from '@supabase/auth-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireUser } from '../contract.ts'
import { someone, type WireAnswer } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'

const password = 'correct horse'
let stage: RecoveryStage
beforeAll(async () => {
  stage = await startRecoveryStage()
})
afterAll(() => stage.close())

const change = (token: string, body: object) => stage.call('PUT', '/user', { token, body })
const signIn = (email: string, given: string) =>
  stage.call('POST', '/token?grant_type=password', { body: { email, password: given } })
const refusal = (status: number, code: string, message?: string) => ({
  status,
  body: { code, ...(message && { message }) },
})

/** A session begun by a mailed link. */
async function recovered(email: string) {
  await stage.ask(email)
  return stage.recover(await stage.tokenTo(email))
}

/** A session begun by a mailed link, of somebody whose password is `password`. */
async function recoveredAgain() {
  const { user } = await stage.newSession()
  await change((await recovered(user.email)).access_token, { password })
  return { user, token: (await recovered(user.email)).access_token }
}

/** Lets so many minutes go by for a person's sessions. */
const age = (userId: string, minutes: number) =>
  sql`update sessions set created_at = created_at - make_interval(mins => ${minutes})
      where user_id = ${userId}`.execute(stage.db)

/** Somebody who came by a provider, as far as accounts know. */
async function withoutPassword() {
  const session = await stage.newSession()
  const { id, email } = session.user
  await stage.db
    .updateTable('users')
    .set({ password_hash: null, email_verified_at: new Date() })
    .where('id', '=', id)
    .execute()
  await stage.db
    .updateTable('identities')
    .set({ provider: 'google', provider_id: `google-${id}` })
    .where('user_id', '=', id)
    .execute()
  return { session, email }
}

describe('PUT user: the password (docs/product/reset.md#new-password)', () => {
  it('needs the current one, and then ends every other session', async () => {
    const { access_token: token, user } = await stage.newSession()
    const other = (await signIn(user.email, password)).body
    const changed = await change(token, { password: 'another horse', current_password: password })
    expect(changed).toMatchObject({ status: 200, body: { id: user.id, email: user.email } })
    expect((await stage.call('GET', '/user', { token })).body).toEqual(changed.body)
    expect(await stage.call('GET', '/user', { token: String(other.access_token) })).toMatchObject(
      refusal(403, 'session_not_found'),
    )
    const ended = await stage.db
      .selectFrom('sessions')
      .select('ended_reason')
      .where('user_id', '=', user.id)
      .where('ended_at', 'is not', null)
      .execute()
    expect(ended).toEqual([{ ended_reason: 'password_changed' }])
    expect((await signIn(user.email, password)).status).toBe(400)
    expect((await signIn(user.email, 'another horse')).status).toBe(200)
  })

  it('answers a missing current one and a wrong one differently, and changes nothing', async () => {
    const { access_token: token, user } = await stage.newSession()
    expect(await change(token, { password: 'another horse' })).toMatchObject(
      refusal(400, 'current_password_required', 'Current password required when setting new password.'),
    )
    expect(await change(token, { password: 'another horse', current_password: '' })).toMatchObject(
      refusal(400, 'current_password_required'),
    )
    expect(await change(token, { password: 'another horse', current_password: 'not it' })).toMatchObject(
      refusal(400, 'current_password_invalid', 'Current password is not correct'),
    )
    const both = { password: 'another horse', data: { nickname: 'Annie' } }
    expect((await change(token, both)).status).toBe(400)
    const { body } = await stage.call('GET', '/user', { token })
    expect(body.user_metadata).toEqual(user.user_metadata)
    expect((await signIn(user.email, password)).status).toBe(200)
  })

  it('limits guesses at the current one, in all sessions of the account', async () => {
    const { access_token: token, user } = await stage.newSession()
    const other = String((await signIn(user.email, password)).body.access_token)
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      const body = { password: 'another horse', current_password: `guess ${guess}` }
      statuses.push((await change(token, body)).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const right = { password: 'another horse', current_password: password }
    expect(await change(other, right)).toMatchObject(refusal(429, 'over_request_rate_limit'))
  })

  it('must be another one, and a strong enough one; the client gets its own error classes', async () => {
    const person = someone()
    const client = stage.client()
    await client.signUp({ ...person, options: { data: person.data } })
    const same = await client.updateUser({ password, current_password: password })
    expect(same.error).toBeInstanceOf(AuthApiError)
    expect(same.error).toMatchObject({
      status: 422,
      code: 'same_password',
      message: 'New password should be different from the old password.',
    })
    const weak = await client.updateUser({ password: 'x1!zq', current_password: password })
    expect(weak.error).toBeInstanceOf(AuthWeakPasswordError)
    expect(weak.error).toMatchObject({ status: 422, reasons: ['length'] })
    const missing = await client.updateUser({ password: 'another horse' })
    expect(missing.error).toMatchObject({ status: 400, code: 'current_password_required' })
    expect((await client.getUser()).error).toBeNull()
  })

  it('may be set once without the current one after a mailed link, not again', async () => {
    const { user } = await stage.newSession()
    const { access_token: token } = await recovered(user.email)
    expect((await change(token, { password: 'another horse' })).status).toBe(200)
    expect(await change(token, { password: 'a third horse' })).toMatchObject(
      refusal(400, 'current_password_required'),
    )
    const given = { password: 'a third horse', current_password: 'another horse' }
    expect((await change(token, given)).status).toBe(200)
  })

  it('may be set without the current one for a quarter of an hour after a mailed link, not later', async () => {
    const { user, token } = await recoveredAgain()
    await age(user.id, 14)
    expect(await change(token, { password })).toMatchObject(refusal(422, 'same_password'))
    await age(user.id, 2)
    expect(await change(token, { password: 'another horse' })).toMatchObject(
      refusal(403, 'otp_expired', 'Email link is invalid or has expired'),
    )
    const given = { password: 'another horse', current_password: password }
    expect((await change(token, given)).status).toBe(200)
  })

  it('is tried twenty times an hour at most, however often at once', async () => {
    const { token } = await recoveredAgain()
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async () => (await change(token, { password })).status),
    )
    expect(statuses.sort()).toEqual([...Array(20).fill(422), ...Array(5).fill(429)])
    expect(await change(token, { password })).toMatchObject(refusal(429, 'over_request_rate_limit'))
    expect(await change(token, { password: 'aaaaaaa' })).toMatchObject(refusal(422, 'weak_password'))
  })

  it('a mailed link is not used up by a password that is refused', async () => {
    const { token } = await recoveredAgain()
    expect(await change(token, { password })).toMatchObject(refusal(422, 'same_password'))
    expect(await change(token, { password: 'Xq7-z!2' })).toMatchObject(refusal(422, 'weak_password'))
    expect((await change(token, { password: 'another horse' })).status).toBe(200)
  })

  it('has 8 characters at least, with the current one and by a link, though a sign-up takes 6', async () => {
    const { access_token: token, user } = await stage.newSession()
    const tooShort = {
      status: 422,
      body: {
        code: 'weak_password',
        message: 'Password should be at least 8 characters.',
        weak_password: { reasons: ['length'] },
      },
    }
    const short = { password: 'Xq7-z!2', current_password: password }
    expect(await change(token, short)).toMatchObject(tooShort)
    const byLink = (await recovered(user.email)).access_token
    expect(await change(byLink, { password: 'Xq7-z!2' })).toMatchObject(tooShort)
    expect((await change(byLink, { password: 'Xq7-z!2🐎' })).status).toBe(200)
    expect((await stage.call('POST', '/signup', { body: { ...someone(), password: 'Xq7-z!' } })).status).toBe(
      200,
    )
  })

  it('of an account that has none is set by a mailed link alone, and then is a way to sign in', async () => {
    const { session, email } = await withoutPassword()
    for (const body of [{ password: 'new horse' }, { password: 'new horse', current_password: 'x' }])
      expect(await change(session.access_token, body)).toMatchObject(
        refusal(
          400,
          'current_password_required',
          'This account has no password yet. Request a reset link to set one.',
        ),
      )
    const { access_token: token } = await recovered(email)
    const { app_metadata, identities } = (await change(token, { password: 'new horse' }))
      .body as unknown as WireUser
    expect(app_metadata.providers).toEqual(['google', 'email'])
    expect(identities.at(-1)).toMatchObject({ provider: 'email', email, identity_data: { email } })
    expect((await signIn(email, 'new horse')).status).toBe(200)
  })
})

describe('PUT user: metadata', () => {
  it('is merged; null removes a member; the client keeps its session', async () => {
    const person = someone()
    const client = stage.client()
    await client.signUp({ ...person, options: { data: { ...person.data, a: 1, b: { c: 2 } } } })
    const updated = await client.updateUser({ data: { first_name: ' Bo ', a: null, b: { d: 3 }, e: 'x' } })
    expect(updated.error).toBeNull()
    const expected = { first_name: 'Bo', last_name: 'Lopez', b: { d: 3 }, e: 'x' }
    expect(updated.data.user?.user_metadata).toEqual(expected)
    expect((await client.refreshSession()).data.user?.user_metadata).toEqual(expected)
  })

  it.each([
    [{ first_name: '' }, 'First name is required'],
    [{ first_name: null }, 'First name is required'],
    [{ last_name: 7 }, 'Last name is required'],
    [{ x: 'x'.repeat(2_001) }, 'data is too large or contains characters that cannot be used'],
    [{ x: '\0' }, 'data is too large or contains characters that cannot be used'],
  ])('refuses %j', async (data, message) => {
    const { access_token: token } = await stage.newSession()
    expect(await change(token, { data })).toMatchObject(refusal(400, 'validation_failed', message))
  })

  it('does not grow beyond its limit piece by piece, and changes at once lose nothing', async () => {
    const { access_token: token } = await stage.newSession()
    const pieces = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(
      pieces.map((name) => change(token, { data: { [name]: name.repeat(600) } })),
    )
    const stored = pieces.filter((_, index) => answers[index]?.status === 200)
    expect(stored).toHaveLength(3)
    const { user_metadata } = (await stage.call('GET', '/user', { token })).body
    expect(Object.keys(user_metadata as object).toSorted()).toEqual([...stored, 'first_name', 'last_name'])
  })
})

describe('PUT user: what is read-only, and who may ask', () => {
  it('takes the present address, and no other', async () => {
    const { access_token: token, user } = await stage.newSession()
    const other = (await stage.newSession()).user.email
    // The same for an address that somebody has as for one that nobody has.
    const one = refusal(422, 'feature_disabled', 'The email address of an account cannot be changed')
    expect((await change(token, { email: ` ${user.email.toUpperCase()}` })).status).toBe(200)
    expect(await change(token, { email: other })).toMatchObject(one)
    expect(await change(token, { email: 'new@folio.test' })).toMatchObject(one)
    const none = 'Unable to validate email address: invalid format'
    expect(await change(token, { email: 'ana' })).toMatchObject(refusal(400, 'validation_failed', none))
    expect(await change(token, { phone: '+1 555 0100' })).toMatchObject(
      refusal(400, 'phone_provider_disabled'),
    )
    const withPassword = { email: 'new@folio.test', password: 'another horse', current_password: password }
    await change(token, withPassword)
    expect((await signIn(user.email, password)).status).toBe(200)
  })

  it.each([
    ['of an account', 'change_address', 20],
    ['of a client', 'change_address_here', 60],
  ])(
    'counts what other addresses are tried %s, alike whether anybody has them',
    async (_whose, name, most) => {
      const { access_token: token, user } = await stage.newSession()
      const taken = (await stage.newSession()).user.email
      const here = { headers: { 'x-forwarded-for': '198.51.100.77' } }
      const asked = (email: string) => stage.call('PUT', '/user', { token, body: { email }, ...here })
      expect((await asked('new@folio.test')).status).toBe(422)
      // One call is left before the refusal.
      await stage.db
        .updateTable('rate_limits')
        .set({ points: most - 1 })
        .where('key', 'like', `${name}:%`)
        .execute()
      expect((await asked(taken)).status).toBe(422)
      for (const email of [taken, 'new@folio.test', 'no address'])
        expect(await asked(email)).toMatchObject(refusal(429, 'over_request_rate_limit'))
      expect((await asked(user.email)).status).toBe(200)
      await stage.db.deleteFrom('rate_limits').where('key', 'like', 'change_address%').execute()
    },
  )

  it('refuses a caller without, with a bad, and with an ended token', async () => {
    const { access_token: token } = await stage.newSession()
    const body = { data: { a: 1 } }
    const anonymous: WireAnswer = await stage.call('PUT', '/user', { body })
    expect(anonymous).toMatchObject(refusal(401, 'no_authorization'))
    expect(await change('garbage', body)).toMatchObject(refusal(403, 'bad_jwt'))
    await stage.call('POST', '/logout', { token })
    expect(await change(token, body)).toMatchObject(refusal(403, 'session_not_found'))
  })

  it.each([
    [{ password: '' }, 'Password is required'],
    [{ password: 'x'.repeat(1_001) }, 'Password must have at most 1000 characters'],
    [[], 'The request body must be a JSON object'],
  ])('refuses %j', async (body, message) => {
    const { access_token: token } = await stage.newSession()
    expect(await change(token, body)).toMatchObject(refusal(400, 'validation_failed', message))
  })
})
