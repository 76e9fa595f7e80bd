import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import type { WireSession } from '../contract.ts'
import { maintainIdentity } from '../maintenance.ts'
import { proveAddress } from '../providers/proven-address.ts'
import { createAuthenticator, type Flaws } from '../testing/authenticator.ts'
import {
  type PasskeyStage,
  passkeyOrigin,
  type Question,
  startPasskeyStage,
} from '../testing/passkey-stage.ts'
import { readPasskeys } from './sql.ts'

const clock = new ManualClock(new Date())
const newAuthenticator = (counts = false) => createAuthenticator({ origin: passkeyOrigin, counts })
let server: PasskeyStage
beforeAll(async () => {
  server = await startPasskeyStage(clock)
})
afterAll(() => server.close())

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)
const failure = (status: number, code: string) => ({ status, body: { code } })
const refused = failure(400, 'webauthn_verification_failed')
const claimsOf = ({ access_token }: WireSession) =>
  JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())

describe('a passkey', () => {
  it('is added, and signs its owner in by itself, with two steps in one', async () => {
    const { session, authenticator, id } = await server.withPasskey(newAuthenticator())
    const { status, body } = await server.signInWith(authenticator)
    expect(status).toBe(200)
    const begun = body as unknown as WireSession
    expect(begun.user.id).toBe(session.user.id)
    expect(claimsOf(begun)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'webauthn', timestamp: seconds(clock.now()) }],
    })
    const listed = await server.call('GET', '/passkeys', { token: begun.access_token })
    expect(listed.body).toEqual([
      {
        id,
        friendly_name: expect.any(String),
        created_at: expect.any(String),
        last_used_at: clock.now().toISOString(),
      },
    ])
  })

  it('is asked for by this site, with the site’s own options', async () => {
    const { access_token: token, user } = await server.newSession()
    const forged = {
      origin: 'https://evil.example',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    }
    const toCreate = await server.call('POST', '/passkeys/registration/options', { token, headers: forged })
    expect(toCreate.body).toMatchObject({
      expires_at: seconds(clock.now()) + 300,
      options: {
        rp: { id: 'folio.test', name: 'Folio' },
        user: { name: user.email, displayName: 'Ana Lopez' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [],
      },
    })
    const toSignIn = await server.call('POST', '/passkeys/authentication/options', { headers: forged })
    expect(toSignIn.body.options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: 'folio.test',
      userVerification: 'required',
    })
  })

  const flaws: [string, Flaws][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['a page of a subdomain', { origin: 'https://evil.folio.test' }],
    ['an authenticator that answers another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'bm90IHdoYXQgd2FzIGFza2VkIGZvcg' }],
    ['an authenticator that nobody has unlocked', { isUnlocked: false }],
  ]

  it.each(flaws)('is not added from %s', async (_, flaw) => {
    const { access_token: token } = await server.newSession()
    const question = await server.askToCreate(token)
    expect(
      await server.register(token, question, newAuthenticator().create(question.options, flaw)),
    ).toMatchObject(refused)
  })

  it.each([...flaws, ['the answer to another question', { type: 'webauthn.create' }] as const])(
    'signs nobody in from %s',
    async (_, flaw) => {
      const { authenticator } = await server.withPasskey(newAuthenticator())
      expect(await server.signInWith(authenticator, flaw)).toMatchObject(refused)
    },
  )

  it('is refused with certificates of its maker', async () => {
    const { access_token: token } = await server.newSession()
    for (const fmt of ['packed', 'apple', 'tpm']) {
      const question = await server.askToCreate(token)
      const attStmt = new Map([['x5c', [Buffer.from('certificate')]]])
      const credential = newAuthenticator().create(question.options, { attestation: { fmt, attStmt } })
      expect(await server.register(token, question, credential)).toMatchObject(refused)
    }
  })

  it('belongs to one account', async () => {
    const { credential } = await server.withPasskey(newAuthenticator())
    const { access_token: token } = await server.newSession()
    const question = await server.askToCreate(token)
    const copied = newAuthenticator().create(question.options, {}, credential)
    expect(await server.register(token, question, copied)).toMatchObject(
      failure(422, 'webauthn_credential_exists'),
    )
  })

  it('signs in for the account that it was made for, and is not offered a second time', async () => {
    const { session, authenticator, credential } = await server.withPasskey(newAuthenticator())
    const stranger = await server.newSession()
    const userHandle = Buffer.from(stranger.user.id).toString('base64url')
    expect(await server.signInWith(authenticator, { userHandle })).toMatchObject(refused)
    const { options } = await server.askToCreate(session.access_token)
    expect(options).toMatchObject({
      excludeCredentials: [{ type: 'public-key', id: credential.id, transports: ['internal'] }],
    })
  })

  it('that counts its signatures signs in only with a higher count', async () => {
    const { authenticator } = await server.withPasskey(newAuthenticator(true))
    expect((await server.signInWith(authenticator)).status).toBe(200)
    expect(await server.signInWith(authenticator, { counter: 2 })).toMatchObject(refused)
    const questions = [await server.askToSignIn(), await server.askToSignIn()]
    const answers = await Promise.all(
      questions.map((question) =>
        server.signIn(question, authenticator.get(question.options, { counter: 9 })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('that nobody registered here is unknown', async () => {
    const authenticator = newAuthenticator()
    const { user } = await server.newSession()
    const challenge = 'x'
    authenticator.create({ challenge, rp: { id: 'folio.test' }, user: { id: user.id } })
    expect(await server.signInWith(authenticator)).toMatchObject(
      failure(400, 'webauthn_credential_not_found'),
    )
  })
})

describe('a challenge', () => {
  const notFound = failure(400, 'webauthn_challenge_not_found')

  it('counts once, also when the answer was wrong', async () => {
    const { authenticator } = await server.withPasskey(newAuthenticator())
    const question = await server.askToSignIn()
    const wrong = authenticator.get(question.options, { isUnlocked: false })
    expect(await server.signIn(question, wrong)).toMatchObject(refused)
    expect(await server.signIn(question, authenticator.get(question.options))).toMatchObject(notFound)
  })

  it('counts once for answers that come at once', async () => {
    const { authenticator } = await server.withPasskey(newAuthenticator())
    const question = await server.askToSignIn()
    const credential = authenticator.get(question.options)
    const answers = await Promise.all([1, 2, 3].map(() => server.signIn(question, credential)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  it('is answered by the session that asked, for what it asked', async () => {
    const { authenticator } = await server.withPasskey(newAuthenticator())
    const [maya, mallory] = [await server.newSession(), await server.newSession()]
    const hers = await server.askToCreate(maya.access_token)
    const credential = newAuthenticator().create(hers.options)
    expect(await server.register(mallory.access_token, hers, credential)).toMatchObject(notFound)
    const toSignIn = await server.askToSignIn()
    expect(await server.register(maya.access_token, toSignIn, credential)).toMatchObject(notFound)
    const asked = { challenge: hers.options.challenge, rpId: 'folio.test' }
    expect(await server.signIn(hers, authenticator.get(asked))).toMatchObject(notFound)
    expect((await server.register(maya.access_token, hers, credential)).status).toBe(200)
  })

  it('ends after five minutes, is stored as a hash only, and is removed', async () => {
    const { authenticator } = await server.withPasskey(newAuthenticator())
    const question = await server.askToSignIn()
    const stored = await server.db.selectFrom('passkey_challenges').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(Buffer.from(question.options.challenge).toString('hex'))
    const late = await server.askToSignIn()
    clock.advance(299_999)
    expect((await server.signIn(question, authenticator.get(question.options))).status).toBe(200)
    clock.advance(1)
    expect(await server.signIn(late, authenticator.get(late.options))).toMatchObject(
      failure(400, 'webauthn_challenge_expired'),
    )
    await server.askToSignIn()
    clock.advance(300_000)
    await maintainIdentity(server.context, server.identityOptions.settings.sessions)
    expect(await server.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([])
  })
})

describe('one’s own passkeys', () => {
  it('cannot be renamed or removed by anybody else', async () => {
    const { session, id, authenticator } = await server.withPasskey(newAuthenticator())
    const { access_token: token } = await server.newSession()
    const name = { friendly_name: 'Mine now' }
    const unknown = failure(404, 'webauthn_credential_not_found')
    expect(await server.call('PATCH', `/passkeys/${id}`, { token, body: name })).toMatchObject(unknown)
    expect(await server.call('DELETE', `/passkeys/${id}`, { token })).toMatchObject(unknown)
    expect((await server.call('GET', '/passkeys', { token })).body).toEqual([])
    expect((await server.call('PATCH', `/passkeys/${id}`, { body: name })).status).toBe(401)
    expect((await server.call('DELETE', `/passkeys/${id}`)).status).toBe(401)
    expect((await server.signInWith(authenticator)).status).toBe(200)
    const own = { token: session.access_token }
    expect(await server.call('PATCH', `/passkeys/${id}`, { ...own, body: name })).toMatchObject({
      status: 200,
      body: { id, ...name },
    })
    expect((await server.call('DELETE', `/passkeys/${id}`, own)).status).toBe(204)
    expect(await server.signInWith(authenticator)).toMatchObject(
      failure(400, 'webauthn_credential_not_found'),
    )
  })

  it.each([
    ['', 'friendly_name is required'],
    ['x'.repeat(121), 'at most 120'],
    [7, 'friendly_name is required'],
  ])('are not called %j', async (friendly_name, message) => {
    const { session, id } = await server.withPasskey(newAuthenticator())
    const answer = await server.call('PATCH', `/passkeys/${id}`, {
      token: session.access_token,
      body: { friendly_name },
    })
    expect(answer).toMatchObject(failure(400, 'validation_failed'))
    expect(answer.body.message).toContain(message)
  })

  it('cause a mail when one is added or removed', async () => {
    const { session, id } = await server.withPasskey(newAuthenticator())
    const { email } = session.user
    const mails = [await server.smtp.mailTo(email)]
    await server.call('DELETE', `/passkeys/${id}`, { token: session.access_token })
    mails.push(await server.smtp.mailTo(email))
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A passkey was added · Folio',
      'A passkey was removed · Folio',
    ])
    for (const { text } of mails) {
      expect(text).toMatch(
        /The passkey “.+” was (added to|removed from) your account at Folio on \d+ \w+ 20\d\d/,
      )
      expect(text).toContain('https://folio.test/profile')
    }
  })

  it('can be changed within 15 minutes of a sign-in, or of confirming the password', async () => {
    const { session, id } = await server.withPasskey(newAuthenticator())
    const token = session.access_token
    clock.advance(15 * 60_000 + 1)
    const tooOld = failure(403, 'reauthentication_needed')
    const ask = () => server.call('POST', '/passkeys/registration/options', { token })
    expect(await ask()).toMatchObject(tooOld)
    expect(await server.call('DELETE', `/passkeys/${id}`, { token })).toMatchObject(tooOld)
    expect((await server.call('GET', '/passkeys', { token })).status).toBe(200)
    const { actor } = await server.identity.callers.authenticate(server.context, token)
    const own = { ...server.context, actor }
    for (const wrong of ['', 'wrong horse'])
      await expect(server.identity.confirmation.confirm(own, { password: wrong })).rejects.toMatchObject({
        code: 'validation_failed',
      })
    expect(await ask()).toMatchObject(tooOld)
    await server.identity.confirmation.confirm(own, { password: 'correct horse' })
    expect((await ask()).status).toBe(200)
    clock.advance(15 * 60_000 + 1)
    expect(await ask()).toMatchObject(tooOld)
  })

  it('cannot be confirmed by a password where there is none', async () => {
    const { session } = await server.withPasskey(newAuthenticator())
    const { actor } = await server.identity.callers.authenticate(server.context, session.access_token)
    await server.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', session.user.id)
      .execute()
    const confirmed = server.identity.confirmation.confirm(
      { ...server.context, actor },
      { password: 'correct horse' },
    )
    await expect(confirmed).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that were added before the address was proven are removed with the first proof', async () => {
    const { session, authenticator } = await server.withPasskey(newAuthenticator())
    await proveAddress(server.context, session.user.id, server.identityOptions)
    expect(await server.signInWith(authenticator)).toMatchObject(
      failure(400, 'webauthn_credential_not_found'),
    )
    const proven = await server.newSession()
    await proveAddress(server.context, proven.user.id, server.identityOptions)
    const rows = {
      user_id: proven.user.id,
      credential_id: Buffer.from('later'),
      public_key: Buffer.from('key'),
    }
    const more = { counter: 0, transports: [], name: 'Later', created_at: clock.now() }
    await server.db
      .insertInto('passkeys')
      .values({ ...rows, ...more })
      .execute()
    await proveAddress(server.context, proven.user.id, server.identityOptions)
    expect(await readPasskeys(server.db, proven.user.id)).toHaveLength(1)
  })

  it('are limited to twenty', async () => {
    const { session } = await server.withPasskey(newAuthenticator())
    const rows = Array.from({ length: 19 }, (_, n) => ({
      user_id: session.user.id,
      credential_id: Buffer.from(`spare ${n} of ${session.user.id}`),
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      name: `Spare ${n}`,
      created_at: clock.now(),
    }))
    const question = await server.askToCreate(session.access_token)
    await server.db.insertInto('passkeys').values(rows).execute()
    const tooMany = failure(422, 'too_many_passkeys')
    const credential = newAuthenticator().create(question.options)
    expect(await server.register(session.access_token, question, credential)).toMatchObject(tooMany)
    const more = { token: session.access_token }
    expect(await server.call('POST', '/passkeys/registration/options', more)).toMatchObject(tooMany)
  })

  it('can be begun to be added ten times an hour', async () => {
    const { access_token: token } = await server.newSession()
    const ask = () => server.call('POST', '/passkeys/registration/options', { token })
    for (let asked = 0; asked < 10; asked += 1) expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject(failure(429, 'over_request_rate_limit'))
  })
})

describe('the official client', () => {
  it('adds a passkey, signs in with it, lists, renames and removes it', async () => {
    const { access_token, refresh_token } = await server.newSession()
    const own = server.client()
    await own.setSession({ access_token, refresh_token })
    const authenticator = newAuthenticator()
    const toCreate = (await own.passkey.startRegistration()).data as unknown as Question<'create'>
    const made = await own.passkey.verifyRegistration({
      challengeId: toCreate.challenge_id,
      credential: authenticator.create(toCreate.options) as never,
    })
    expect(made).toMatchObject({ error: null, data: { friendly_name: expect.any(String) } })
    await sql`update passkeys set settles_at = now()`.execute(server.db)

    const client = server.client()
    const toSignIn = (await client.passkey.startAuthentication()).data as unknown as Question<'get'>
    const { data, error } = await client.passkey.verifyAuthentication({
      challengeId: toSignIn.challenge_id,
      credential: authenticator.get(toSignIn.options) as never,
    })
    expect(error).toBeNull()
    expect((await client.getSession()).data.session?.access_token).toBe(data?.session?.access_token)
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })

    const passkeyId = made.data?.id ?? ''
    const renamed = await client.passkey.update({ passkeyId, friendlyName: 'Key ring' })
    expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'Key ring' })
    expect((await client.passkey.list()).data).toEqual([renamed.data])
    expect(await client.passkey.delete({ passkeyId })).toEqual({ data: null, error: null })
    expect((await client.passkey.list()).data).toEqual([])
  })

  it('gets the reason why a passkey is refused, in codes that it knows', async () => {
    const client = server.client()
    const toSignIn = (await client.passkey.startAuthentication()).data as unknown as Question<'get'>
    const { authenticator } = await server.withPasskey(newAuthenticator())
    const answer = {
      challengeId: toSignIn.challenge_id,
      credential: authenticator.get(toSignIn.options) as never,
    }
    clock.advance(300_000)
    expect((await client.passkey.verifyAuthentication(answer)).error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_expired',
    })
    expect((await client.getSession()).data.session).toBeNull()
  })
})
