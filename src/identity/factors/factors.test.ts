import { createHash } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { maintainIdentity } from '../index.ts'
import { someone } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'
import { resetFactors } from './reset.ts'

// The client uses the real time to see whether a session has expired.
const clock = new ManualClock(new Date())
let server: RecoveryStage
beforeAll(async () => {
  server = await startRecoveryStage({ clock: clock.now })
})
afterAll(() => server.close())

const newClient = () => server.client({ experimental: { recoveryCodes: true } })
type Client = ReturnType<typeof newClient>
const codeNow = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
const nextStep = () => clock.advance(30_000)

let person: ReturnType<typeof someone>
let client: Client
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  clock.set(new Date())
  person = someone()
  client = newClient()
  await client.signUp({ ...person, options: { data: person.data } })
})

const signIn = async () => {
  const other = newClient()
  const { email, password } = person
  expect((await other.signInWithPassword({ email, password })).error).toBeNull()
  return other
}
const tokenOf = async (of: Client) => (await of.getSession()).data.session?.access_token ?? ''
const levels = async (of: Client) => {
  const { data } = await of.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}

async function enroll(of = client) {
  const { data, error } = await of.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret, ...data }
}

async function turnOn() {
  const app = await enroll()
  const { error } = await client.mfa.challengeAndVerify({ ...app, code: codeNow(app.secret) })
  expect(error).toBeNull()
  nextStep()
  return app
}

describe('an authenticator app, by the official client', () => {
  it('is set up with a code, and raises the session', async () => {
    const { factorId, secret, totp, friendly_name } = await enroll()
    expect(friendly_name).toBe('Authenticator app')
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/)
    expect(totp.uri).toContain(
      `otpauth://totp/Folio:${encodeURIComponent(person.email)}?issuer=Folio&secret=`,
    )
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    const { data, error } = await client.mfa.challengeAndVerify({ factorId, code: codeNow(secret) })
    expect(error).toBeNull()
    expect(data?.user.factors).toMatchObject([{ id: factorId, factor_type: 'totp', status: 'verified' }])
    expect(await levels(client)).toEqual(['aal2', 'aal2'])
    const listed = await client.mfa.listFactors()
    expect(listed.data?.totp).toMatchObject([{ id: factorId }])
    expect((await client.refreshSession()).error).toBeNull()
    expect(await levels(client)).toEqual(['aal2', 'aal2'])
    expect((await server.smtp.mailTo(person.email)).subject).toBe('Two-step verification is on · Folio')
  })

  it('can be scanned with the longest names there may be, and refuses longer ones', async () => {
    const email = `${'{'.repeat(240)}@folio.test`
    const other = newClient()
    await other.signUp({ ...person, email, options: { data: person.data } })
    const enroll = (issuer: string) => other.mfa.enroll({ factorType: 'totp', issuer })
    const longest = await enroll('屋'.repeat(64))
    expect(longest.error).toBeNull()
    expect(longest.data?.totp.qr_code).toMatch(/<svg /)
    expect((await enroll('屋'.repeat(65))).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'issuer must have at most 64 characters',
    })
  })

  it('keeps its secret encrypted', async () => {
    const { factorId, totp } = await enroll()
    const row = await server.db
      .selectFrom('factors')
      .select('secret')
      .where('id', '=', factorId)
      .executeTakeFirstOrThrow()
    const bytes = Buffer.from(new TOTP({ secret: totp.secret }).secret.bytes)
    expect(row.secret?.includes(bytes)).toBe(false)
  })

  it('ends other sessions, and is asked for by each that begins', async () => {
    const earlier = await signIn()
    const { factorId, secret } = await turnOn()
    expect((await earlier.getUser()).error).not.toBeNull()
    const later = await signIn()
    expect(await levels(later)).toEqual(['aal1', 'aal2'])
    expect((await later.updateUser({ data: { seen: 1 } })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await later.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ code: 'insufficient_aal' })
    expect((await later.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'insufficient_aal' })
    expect((await later.mfa.challengeAndVerify({ factorId, code: codeNow(secret) })).error).toBeNull()
    expect((await later.updateUser({ data: { seen: 1 } })).error).toBeNull()
    expect((await client.getUser()).error).toBeNull()
  })

  it('takes a code once, and those beside it', async () => {
    const { factorId, secret } = await turnOn()
    const code = codeNow(secret)
    const [one, two] = [await signIn(), await signIn()]
    expect((await one.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    const again = await two.mfa.challengeAndVerify({ factorId, code })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    nextStep()
    const late = codeNow(secret)
    nextStep()
    expect((await two.mfa.challengeAndVerify({ factorId, code: late })).error).toBeNull()
    nextStep()
    const tooLate = codeNow(secret)
    clock.advance(60_000)
    const three = await signIn()
    expect((await three.mfa.challengeAndVerify({ factorId, code: tooLate })).error).not.toBeNull()
  })

  it('a challenge is its session’s own, and ends after five minutes', async () => {
    const { factorId, secret } = await turnOn()
    const [one, two] = [await signIn(), await signIn()]
    const { data: challenge } = await one.mfa.challenge({ factorId })
    const given = { factorId, challengeId: challenge?.id ?? '' }
    const stolen = await two.mfa.verify({ ...given, code: codeNow(secret) })
    expect(stolen.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
    clock.advance(301_000)
    const late = await one.mfa.verify({ ...given, code: codeNow(secret) })
    expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
  })

  it('cannot be used by anybody else', async () => {
    const { factorId } = await turnOn()
    const stranger = newClient()
    const other = someone()
    await stranger.signUp({ ...other, options: { data: other.data } })
    const unknown = { status: 404, code: 'mfa_factor_not_found' }
    expect((await stranger.mfa.challenge({ factorId })).error).toMatchObject(unknown)
    expect((await stranger.mfa.unenroll({ factorId })).error).toMatchObject(unknown)
    for (const [method, path] of [
      ['POST', '/factors'],
      ['POST', `/factors/${factorId}/challenge`],
      ['POST', `/factors/${factorId}/verify`],
      ['DELETE', `/factors/${factorId}`],
      ['GET', '/factors/recovery-codes'],
      ['POST', '/factors/recovery-codes'],
      ['POST', '/factors/recovery-codes/verify'],
      ['POST', '/factors/recovery-codes/regenerate'],
      ['DELETE', '/factors/recovery-codes'],
    ] as const)
      expect((await server.call(method, path, method === 'POST' ? { body: {} } : {})).status).toBe(401)
  })

  it('one begun with the password alone is not finished after another was set up', async () => {
    const planted = await enroll(await signIn())
    await turnOn()
    const thief = await signIn()
    const { error } = await thief.mfa.challengeAndVerify({ ...planted, code: codeNow(planted.secret) })
    expect(error).toMatchObject({ code: 'mfa_factor_not_found' })
    const another = await enroll()
    expect((await thief.mfa.challenge(another)).error).toMatchObject({ code: 'insufficient_aal' })
  })

  it('guessing is limited, and then the right code is refused too', async () => {
    const { factorId, secret } = await turnOn()
    const guesser = await signIn()
    const guess = () => guesser.mfa.challengeAndVerify({ factorId, code: '000000' })
    for (let count = 0; count < 10; count += 1) expect((await guess()).error).toMatchObject({ status: 422 })
    const { error } = await guesser.mfa.challengeAndVerify({ factorId, code: codeNow(secret) })
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })

  it('guessing for days is limited too; a recovery code still works', async () => {
    const { factorId, secret } = await turnOn()
    const { data: made } = await client.mfa.recoveryCodes.generate()
    const another = await enroll()
    let guesser = await signIn()
    const later = async () => {
      await server.db.deleteFrom('rate_limits').where('key', 'like', 'second\\_step\\_failure%').execute()
      guesser = await signIn()
    }
    for (let count = 0; count < 50; count += 1) {
      if (count % 10 === 0) await later()
      const { error } = await guesser.mfa.challengeAndVerify({ factorId, code: '000000' })
      expect(error).toMatchObject({ status: 422 })
    }
    await later()
    const right = await guesser.mfa.challengeAndVerify({ factorId, code: codeNow(secret) })
    expect(right.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect((await guesser.mfa.recoveryCodes.verify({ code: made?.codes[0] ?? '' })).error).toBeNull()
    // What somebody sets up themselves is nothing to guess.
    expect(
      (await client.mfa.challengeAndVerify({ ...another, code: codeNow(another.secret) })).error,
    ).toBeNull()
  })

  it('names are unique, there are ten at most, and what is not finished within an hour goes', async () => {
    const named = { factorType: 'totp', friendlyName: 'Phone' } as const
    expect((await client.mfa.enroll(named)).error).toBeNull()
    expect((await client.mfa.enroll(named)).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
    })
    for (let count = 0; count < 9; count += 1) await enroll()
    const more = await client.mfa.enroll({ factorType: 'totp' })
    expect(more.error).toMatchObject({ status: 403, code: 'too_many_enrolled_mfa_factors' })
    clock.advance(7_200_000)
    await maintainIdentity(server.context, server.identityOptions.settings.sessions)
    const left = await server.db.selectFrom('factors').select('id').where('verified_at', 'is', null).execute()
    expect(left).toEqual([])
  })

  it('other kinds are not offered', async () => {
    const phone = await client.mfa.enroll({ factorType: 'phone', phone: '+15551234567' })
    expect(phone.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' })
    const key = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    expect(key.error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
  })

  it('once it is removed, no second step is asked for, and sessions that it raised are lowered', async () => {
    const { factorId } = await turnOn()
    await client.mfa.recoveryCodes.generate()
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    await client.refreshSession()
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    expect((await client.getUser()).data.user?.factors).toBeUndefined()
    expect((await client.updateUser({ data: { seen: 1 } })).error).toBeNull()
  })
})

describe('recovery codes, by the official client', () => {
  it('that were stored before they were keyed work as before, once', async () => {
    await turnOn()
    const { data: made } = await client.mfa.recoveryCodes.generate()
    const earlier = '0123456789abcdef'
    await server.db
      .insertInto('recovery_codes')
      .values({ factor_id: made?.id ?? '', code_hash: createHash('sha256').update(earlier).digest() })
      .execute()
    expect((await (await signIn()).mfa.recoveryCodes.verify({ code: earlier })).error).toBeNull()
    const again = await (await signIn()).mfa.recoveryCodes.verify({ code: earlier })
    expect(again.error).toMatchObject({ code: 'mfa_verification_failed' })
  })

  it('come with an app alone, are shown once, and each works once', async () => {
    const sole = await client.mfa.recoveryCodes.generate()
    expect(sole.error).toMatchObject({ code: 'insufficient_aal' })
    await turnOn()
    expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject({ code: 'mfa_factor_not_found' })
    const { data: made } = await client.mfa.recoveryCodes.generate()
    expect(made).toMatchObject({ type: 'recovery_code', total: 10 })
    expect(new Set(made?.codes).size).toBe(10)
    expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'mfa_verified_factor_exists',
    })
    const stored = await server.db.selectFrom('recovery_codes').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(made?.codes[0])
    const hashes = made?.codes.map((code) => createHash('sha256').update(code).digest('hex'))
    expect(stored.filter(({ code_hash }) => hashes?.includes(code_hash.toString('hex')))).toEqual([])

    const later = await signIn()
    expect((await later.mfa.recoveryCodes.regenerate()).error).toMatchObject({ code: 'insufficient_aal' })
    const typed = made?.codes[3]?.toUpperCase().replace(/(.{4})/g, '$1-') ?? ''
    const { data, error } = await later.mfa.recoveryCodes.verify({ code: typed })
    expect(error).toBeNull()
    expect(data?.user.factors?.map(({ factor_type }) => factor_type)).toEqual(['totp', 'recovery_code'])
    const { data: shown } = await later.mfa.getAuthenticatorAssuranceLevel()
    expect(shown?.currentAuthenticationMethods).toMatchObject([
      { method: 'mfa/recovery_code' },
      { method: 'password' },
    ])
    expect((await later.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })

    const again = await (await signIn()).mfa.recoveryCodes.verify({ code: typed })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    const { data: remade } = await later.mfa.recoveryCodes.regenerate()
    expect(remade?.id).toBe(made?.id)
    const former = await (await signIn()).mfa.recoveryCodes.verify({ code: made?.codes[4] ?? '' })
    expect(former.error).toMatchObject({ code: 'mfa_verification_failed' })
    const subjects: (string | undefined)[] = []
    for (let count = 0; count < 4; count += 1) subjects.push((await server.smtp.mailTo(person.email)).subject)
    expect(subjects.toSorted()).toEqual([
      'A recovery code was used · Folio',
      'New recovery codes · Folio',
      'New recovery codes · Folio',
      'Two-step verification is on · Folio',
    ])
  })

  it('are locked after too many wrong guesses', async () => {
    await turnOn()
    await client.mfa.recoveryCodes.generate()
    const guesser = await signIn()
    const guess = () => guesser.mfa.recoveryCodes.verify({ code: '0000-0000-0000-0000' })
    for (let count = 0; count < 10; count += 1) expect((await guess()).error).toMatchObject({ status: 422 })
    expect((await guess()).error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' })
  })
})

describe('somebody with a mailed link', () => {
  it('sets a new password after the second step alone', async () => {
    await server.ask(person.email)
    await server.recover(await server.tokenTo(person.email))
    const { email } = person
    await server.db
      .updateTable('users')
      .set({ email_verified_at: clock.now() })
      .where('email', '=', email)
      .execute()
    client = newClient()
    await server.ask(email)
    await client.verifyOtp({ type: 'recovery', token_hash: await server.tokenTo(email) })
    const { factorId, secret } = await turnOn()
    await server.smtp.mailTo(email)
    await server.ask(email)
    const back = newClient()
    await back.verifyOtp({ type: 'recovery', token_hash: await server.tokenTo(email) })
    const change = () => back.updateUser({ password: 'another good one' })
    expect((await change()).error).toMatchObject({ code: 'insufficient_aal' })
    await back.mfa.challengeAndVerify({ factorId, code: codeNow(secret) })
    expect((await change()).error).toBeNull()
    expect(await levels(back)).toEqual(['aal2', 'aal2'])
  })

  it('who proves the address for the first time loses what others prepared there', async () => {
    await turnOn()
    await server.smtp.mailTo(person.email)
    await server.ask(person.email)
    const owner = newClient()
    await owner.verifyOtp({ type: 'recovery', token_hash: await server.tokenTo(person.email) })
    expect((await owner.updateUser({ password: 'a good one of mine' })).error).toBeNull()
    expect((await owner.getUser()).data.user?.factors).toBeUndefined()
    expect(await server.identity.callers.authenticate(server.context, await tokenOf(client))).toEqual({
      actor: null,
    })
  })
})

describe('an operator', () => {
  it('resets the factors of somebody who lost everything', async () => {
    await turnOn()
    await server.smtp.mailTo(person.email)
    const noted: string[] = []
    const note = async (_: unknown, userId: string) => void noted.push(userId)
    expect(await resetFactors(server.context, 'nobody@folio.test', note)).toBe('unknown')
    expect(await resetFactors(server.context, person.email, note)).toBe('reset')
    expect(await resetFactors(server.context, person.email, note)).toBe('none')
    expect(noted).toHaveLength(1)
    expect((await server.smtp.mailTo(person.email)).subject).toBe('Two-step verification was reset · Folio')
    expect(await levels(await signIn())).toEqual(['aal1', 'aal1'])
  })
})
