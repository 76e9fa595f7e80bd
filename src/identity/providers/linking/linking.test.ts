import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../../tests/fakes/smtp.ts'
import { someone } from '../../testing/auth-server.ts'
import type { ProviderName } from '../contract.ts'
import { fragmentOf, type Stage, startStage, userAt } from '../testing/stage.ts'

let smtp: FakeSmtp
let stage: Stage
beforeAll(async () => {
  smtp = await startFakeSmtp()
  stage = await startStage({ env: { SMTP_URL: smtp.url }, jobs: true })
})
afterAll(async () => {
  await stage.close()
  await smtp.close()
})
beforeEach(() => {
  stage.providers.reset()
  // An address elsewhere, which somebody proved to the provider at some time.
  stage.providers.claims.hd = undefined
})

const emailOf = () => stage.providers.claims.email as string
const confirm = (link: string | undefined, code: string) =>
  stage.app.request('POST', '/api/v1/provider-links/confirm', { body: { link, code } })
const codeTo = async (email: string) =>
  /^(\d{8}) is your code/.exec((await smtp.mailTo(email)).subject ?? '')?.[1] ?? ''
const providersOf = async (userId: string) =>
  (
    await stage.app.database.db
      .selectFrom('identities')
      .select('provider')
      .where('user_id', '=', userId)
      .orderBy('provider')
      .execute()
  ).map(({ provider }) => provider)

/** Signs in at a provider and is asked for a code. */
async function askedForCode(provider: ProviderName = 'google') {
  const { landing } = await stage.signIn(provider)
  expect(landing.href).toMatch(/^[^#]+\/auth\/link#link=/)
  return fragmentOf(landing).link
}

describe('an account whose address its provider does not give out (docs/product/sign-in.md#providers)', () => {
  it.each(['google', 'apple'] as const)('is linked for the mailed code, once (%s)', async (provider) => {
    const { user } = await stage.signUp(emailOf())
    const link = await askedForCode(provider)
    expect(await providersOf(user.id)).toEqual(['email'])
    const code = await codeTo(emailOf())
    const confirmed = await confirm(link, `${code.slice(0, 4)} ${code.slice(4)}`)
    expect(confirmed.status).toBe(200)
    const landing = new URL(confirmed.body.address)
    expect((await userAt(stage, { landing, steps: [] })).id).toBe(user.id)
    expect((await providersOf(user.id)).includes(provider)).toBe(true)
    expect((await confirm(link, code)).status).toBe(409)
    // From now on the provider signs in without a mail.
    expect((await userAt(stage, await stage.signIn(provider))).id).toBe(user.id)
  })

  it('that nobody had proven is proven by the code, and what others prepared there goes', async () => {
    const { user, access_token } = await stage.signUp(emailOf())
    const link = await askedForCode()
    const { status } = await confirm(link, await codeTo(emailOf()))
    expect(status).toBe(200)
    expect((await stage.client().getUser(access_token)).error).not.toBeNull()
    const { email_verified_at, password_hash } = await stage.app.database.db
      .selectFrom('users')
      .select(['email_verified_at', 'password_hash'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect([email_verified_at === null, password_hash]).toEqual([false, null])
    expect(await providersOf(user.id)).toEqual(['email', 'google'])
  })

  it('is not linked for wrong codes, of which five end it, nor late', async () => {
    const { user } = await stage.signUp(emailOf())
    const link = await askedForCode()
    const code = await codeTo(emailOf())
    const wrong = String((Number(code) + 1) % 1e8).padStart(8, '0')
    for (let count = 0; count < 4; count += 1)
      expect((await confirm(link, wrong)).body).toMatchObject({ code: 'validation_failed' })
    expect((await confirm(link, wrong)).status).toBe(409)
    expect((await confirm(link, code)).status).toBe(409)

    const again = await askedForCode()
    const other = await codeTo(emailOf())
    stage.app.clock.advance(15 * 60_000)
    expect((await confirm(again, other)).status).toBe(409)
    expect((await confirm('of-nobody', other)).status).toBe(409)
    expect(await providersOf(user.id)).toEqual(['email'])
  })

  it('is told by mail that it was linked, and its owner takes that back (docs/product/undo.md#what-can-be-taken-back)', async () => {
    const { user } = await stage.signUp(emailOf())
    const { app } = stage
    await app.database.db
      .updateTable('users')
      .set({ email_verified_at: app.clock.now() })
      .where('id', '=', user.id)
      .execute()
    const link = await askedForCode()
    expect((await confirm(link, await codeTo(emailOf()))).status).toBe(200)
    const { subject, text = '' } = await smtp.mailTo(emailOf())
    expect(subject).toMatch(/^Google now signs in to your account/)
    const token = /\/auth\/undo#(\S+)/.exec(text)?.[1]
    const taken = await app.request('POST', '/api/v1/undo-links/use', { body: { token } })
    expect(taken).toMatchObject({ status: 200, body: { is_done: true } })
    expect(await providersOf(user.id)).toEqual(['email'])
    // The provider asks for a code again.
    await askedForCode()
  })

  it('that is suspended stays so, and is not linked', async () => {
    const { user } = await stage.signUp(emailOf())
    await stage.app.database.db
      .updateTable('users')
      .set({ suspended_at: stage.app.clock.now(), suspended_reason: 'Spam' })
      .where('id', '=', user.id)
      .execute()
    const link = await askedForCode()
    const { body } = await confirm(link, await codeTo(emailOf()))
    expect(fragmentOf(new URL(body.address))).toMatchObject({ error_code: 'user_banned' })
    expect(await providersOf(user.id)).toEqual(['email'])
  })

  it('gets five codes an hour at most', async () => {
    await stage.signUp(emailOf())
    for (let count = 0; count < 5; count += 1) await askedForCode()
    const { landing } = await stage.signIn('google')
    expect(fragmentOf(landing)).toMatchObject({
      error_code: 'over_email_send_rate_limit',
      error_description: 'Too many codes were mailed to you. Please try again in an hour.',
    })
  })
})

describe('a new account at such an address', () => {
  it('is unproven, and its owner’s proof unlinks who came first', async () => {
    const { email } = await userAt(stage, await stage.signIn('google'))
    const { db } = stage.app.database
    const account = () =>
      db
        .selectFrom('users')
        .select(['id', 'email_verified_at'])
        .where('email', '=', email ?? '')
        .executeTakeFirstOrThrow()
    expect((await account()).email_verified_at).toBeNull()

    await stage.app.request('POST', '/auth/v1/recover', { body: { email } })
    const { text = '' } = await smtp.mailTo(email ?? '')
    const token = new URL(/https?:\S+token_hash\S+/.exec(text)?.[0] ?? '').searchParams.get('token_hash')
    await stage.app.request('POST', '/auth/v1/verify', { body: { type: 'recovery', token_hash: token } })
    const { id, email_verified_at } = await account()
    expect(email_verified_at).not.toBeNull()
    expect(await providersOf(id)).toEqual([])
    await askedForCode()
  })
})

describe('an address that its provider gives out', () => {
  it.each([
    ['google', { email: 'ana.lopez@gmail.com' }, true],
    ['google', { hd: 'company.test' }, true],
    ['google', { email: 'ana@notgmail.com' }, false],
    ['google', { email: 'ana@gmail.com.company.test' }, false],
    ['apple', { email: 'x1@privaterelay.appleid.com', email_verified: 'true' }, true],
    ['apple', { email: 'x2@gmail.com', hd: 'gmail.com' }, false],
    ['apple', { email: 'x3@x.privaterelay.appleid.com' }, false],
  ] as const)('by %s: of %j is %s', async (provider, claims, isLinked) => {
    Object.assign(stage.providers.claims, claims)
    await stage.app.request('POST', '/auth/v1/signup', { body: { ...someone(), email: emailOf() } })
    const { landing } = await stage.signIn(provider)
    expect(landing.pathname).toBe(isLinked ? '/feed' : '/auth/link')
  })
})
