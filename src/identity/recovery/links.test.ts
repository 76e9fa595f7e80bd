import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { someone } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'

const clock = new ManualClock(new Date())
let stage: RecoveryStage
let email: string
beforeAll(async () => {
  stage = await startRecoveryStage({ clock: clock.now })
})
afterAll(() => stage.close())

/**
 * What the mail to somebody new carries. Their address is proven, since the first proof removes more than a link does.
 */
async function newToken(): Promise<string> {
  const person = someone()
  email = person.email
  await stage.call('POST', '/signup', { body: person })
  const proven = { email_verified_at: clock.now() }
  await stage.db.updateTable('users').set(proven).where('email', '=', email).execute()
  await stage.ask(email)
  return stage.tokenTo(email)
}

const expired = {
  status: 403,
  body: { code: 'otp_expired', message: 'Email link is invalid or has expired' },
}

describe('what a mailed link carries (docs/product/reset.md#the-mail)', () => {
  it('works once', async () => {
    const token_hash = await newToken()
    expect((await stage.verify({ type: 'recovery', token_hash })).status).toBe(200)
    expect(await stage.verify({ type: 'recovery', token_hash })).toMatchObject(expired)
  })

  it('can be checked without being used', async () => {
    const token_hash = await newToken()
    const works = (link: string) =>
      stage.identity.recovery.isLinkGood(stage.context, link, { address: '203.0.113.9' })
    expect(await works(token_hash)).toBe(true)
    expect((await stage.verify({ type: 'recovery', token_hash })).status).toBe(200)
    expect(await works(token_hash)).toBe(false)
    expect(await works('of-nobody')).toBe(false)
    const old = await newToken()
    clock.advance(61 * 60_000)
    expect(await works(old)).toBe(false)
  })

  it('gives a code that a client exchanges within five minutes', async () => {
    const codeOf = async () => {
      const person = someone()
      await stage.call('POST', '/signup', { body: person })
      await stage.ask(person.email, 'v'.repeat(43))
      const token = await stage.tokenTo(person.email)
      const { location } = await stage.follow({ token, type: 'recovery' })
      return new URL(location).searchParams.get('code')
    }
    const exchange = (auth_code: string | null) =>
      stage.call('POST', '/token?grant_type=pkce', { body: { auth_code, code_verifier: 'v'.repeat(43) } })
    const [soon, late] = [await codeOf(), await codeOf()]
    clock.advance(5 * 60_000 - 1)
    expect((await exchange(soon)).status).toBe(200)
    clock.advance(1)
    expect(await exchange(late)).toMatchObject({ status: 422, body: { code: 'flow_state_expired' } })
  })

  it('works once for many at the same time', async () => {
    const token = await newToken()
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => stage.verify({ type: 'recovery', token_hash: token })),
      ...Array.from({ length: 4 }, () => stage.follow({ type: 'recovery', token })),
    ])
    const successes = answers.filter(
      (answer) =>
        answer.status === 200 || ('location' in answer && answer.location.includes('#access_token')),
    )
    expect(successes).toHaveLength(1)
    const sessions = await stage.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('users.email', '=', email)
      .where('sessions.method', '=', 'recovery')
      .execute()
    expect(sessions).toHaveLength(1)
  })

  it('works for an hour and no longer', async () => {
    const first = await newToken()
    clock.advance(59 * 60_000)
    await stage.recover(first)
    const second = await newToken()
    clock.advance(60 * 60_000)
    expect(await stage.verify({ type: 'recovery', token_hash: second })).toMatchObject(expired)
    expect((await stage.follow({ type: 'recovery', token: second })).location).toContain('otp_expired')
  })

  it('ends every other link of its owner when it is used, but of nobody else', async () => {
    const foreign = await newToken()
    const first = await newToken()
    await stage.ask(email)
    const second = await stage.tokenTo(email)
    expect(second).not.toBe(first)
    await stage.recover(second)
    expect(await stage.verify({ type: 'recovery', token_hash: first })).toMatchObject(expired)
    await stage.recover(foreign)
  })

  it('does not fit another address, and a wrong try uses nothing up', async () => {
    const token = await newToken()
    const wrong = await stage.verify({ type: 'recovery', token, email: 'else@folio.test' })
    expect(wrong).toMatchObject(expired)
    expect((await stage.verify({ type: 'recovery', token, email })).status).toBe(200)
  })

  it('is stored as a hash only', async () => {
    const token = await newToken()
    const stored = await stage.db.selectFrom('one_time_tokens').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(stored.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
  })
})

describe('verify: what it refuses', () => {
  it.each(['signup', 'invite', 'magiclink', 'email_change', 'email', 'sms', 'phone_change'])(
    'knows no token of type %s, and uses nothing up',
    async (type) => {
      const token = await newToken()
      expect(await stage.verify({ type, token_hash: token })).toMatchObject(expired)
      const { status, location } = await stage.follow({ type, token })
      expect([status, location]).toEqual([303, expect.stringContaining('error_code=otp_expired')])
      expect((await stage.verify({ type: 'recovery', token_hash: token })).status).toBe(200)
    },
  )

  it.each([
    [{}, 'type is required'],
    [{ token_hash: 'x' }, 'type is required'],
    [{ type: 'recovery' }, 'token_hash is required'],
    [{ type: 'recovery', token: 'x' }, 'email is required beside token'],
  ])('names what is missing in %j', async (body, message) => {
    expect(await stage.verify(body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message },
    })
  })

  it.each([
    '//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'http://folio.test@evil.example',
  ])('leads to the site’s own page instead of %s, whether the link works or not', async (redirect_to) => {
    const token = await newToken()
    const ownPage = /^http:\/\/folio\.test\/auth\/reset[?#]/
    expect((await stage.follow({ type: 'recovery', token, redirect_to })).location).toMatch(ownPage)
    expect((await stage.follow({ type: 'recovery', token, redirect_to })).location).toMatch(ownPage)
  })
})
