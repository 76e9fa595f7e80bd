import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fragmentOf, type Stage, startStage, userAt } from './testing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.providers.reset())

const accounts = async () => {
  const { db } = stage.app.database
  const count = (table: 'users' | 'identities' | 'sessions') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
  return Promise.all([count('users'), count('identities'), count('sessions')])
}

const isCallback = ({ url }: { url: URL }) => url.pathname === '/auth/v1/callback'

const badState = {
  error: 'invalid_request',
  error_code: 'bad_oauth_state',
  error_description: 'This sign-in has expired or was begun in another browser. Please try again.',
}

/** No part of the request may appear in the address that a person is led to. */
const expectBadState = (landing: URL) => {
  expect(landing.href.startsWith(`${stage.app.url}/login?error=`)).toBe(true)
  expect(fragmentOf(landing)).toEqual(badState)
}

describe('an answer that cannot be trusted', () => {
  it.each([
    'wrong_nonce',
    'no_nonce',
    'wrong_audience',
    'wrong_issuer',
    'expired',
    'unsigned',
    'wrong_key',
    'symmetric',
    'missing',
  ] as const)('signs nobody in and makes nothing: %s', async (fault) => {
    const before = await accounts()
    for (const [provider, title] of [
      ['google', 'Google'],
      ['apple', 'Apple'],
    ] as const) {
      stage.providers.behaviour.idToken = fault
      const { landing } = await stage.signIn(provider)
      expect(landing.pathname).toBe('/feed')
      expect(fragmentOf(landing)).toEqual({
        error: 'server_error',
        error_code: 'bad_oauth_callback',
        error_description: `${title} could not confirm who you are. Please try again.`,
      })
    }
    expect(await accounts()).toEqual(before)
  })

  it.each([{ sub: 'x'.repeat(256) }, { sub: '' }, { sub: 'a\0b' }])(
    'signs nobody in without a usable key: %j',
    async (claims) => {
      stage.providers.claims = { ...stage.providers.claims, ...claims }
      const { landing } = await stage.signIn('google')
      expect(fragmentOf(landing).error_code).toBe('bad_oauth_callback')
    },
  )

  it('signs nobody in when the provider refuses the code or meets an error', async () => {
    stage.providers.behaviour.tokens = 'refuses'
    expect(fragmentOf((await stage.signIn('google')).landing).error_code).toBe('bad_oauth_callback')
    stage.providers.reset()
    stage.providers.behaviour.person = 'meets_an_error'
    expect(fragmentOf((await stage.signIn('apple')).landing).error_code).toBe('bad_oauth_callback')
  })

  it.each([
    ['google', 'Google'],
    ['apple', 'Apple'],
  ] as const)('says that the person cancelled at %s', async (provider, title) => {
    stage.providers.behaviour.person = 'cancels'
    const { landing } = await stage.signIn(provider)
    expect(landing.pathname).toBe('/feed')
    expect(Object.fromEntries(landing.searchParams)).toEqual(fragmentOf(landing))
    expect(fragmentOf(landing)).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: `You cancelled signing in with ${title}.`,
    })
  })
})

describe('the state of a sign-in', () => {
  it('counts once', async () => {
    const browser = stage.browser()
    const { next } = await browser.visit(await stage.signInAddress('google'), isCallback)
    const cookies = browser.cookies().join('; ')
    await userAt(stage, await browser.visit(next.url.href))
    const replayed = await fetch(next.url, { redirect: 'manual', headers: { cookie: cookies } })
    expectBadState(new URL(replayed.headers.get('location') ?? ''))
  })

  it('counts once also when it comes twice at once', async () => {
    const browser = stage.browser()
    const { next } = await browser.visit(await stage.signInAddress('google'), isCallback)
    const answers = await Promise.all([browser.load(next), browser.load(next), browser.load(next)])
    const tokens = answers.map(({ headers }) =>
      new URL(headers.get('location') ?? '').hash.includes('access_token'),
    )
    expect(tokens.filter(Boolean)).toHaveLength(1)
  })

  it.each(['google', 'apple'] as const)('counts only in the browser that began (%s)', async (provider) => {
    const browser = stage.browser()
    const { next } = await browser.visit(await stage.signInAddress(provider), isCallback)
    const victim = stage.browser()
    await victim.visit(await stage.signInAddress(provider), isCallback)
    expectBadState(new URL((await victim.load(next)).headers.get('location') ?? ''))
    // A stranger's attempt does not use up the owner's state.
    const own = await browser.load(next)
    await userAt(stage, { landing: new URL(own.headers.get('location') ?? ''), steps: [] })
  })

  it('counts for ten minutes', async () => {
    const browser = stage.browser()
    const { next } = await browser.visit(await stage.signInAddress('google'), isCallback)
    stage.app.clock.advance(10 * 60_000)
    expectBadState(new URL((await browser.load(next)).headers.get('location') ?? ''))
  })

  it('belongs to one of several tabs', async () => {
    const browser = stage.browser()
    const tabs = [
      await browser.visit(await stage.signInAddress('google'), isCallback),
      await browser.visit(await stage.signInAddress('google'), isCallback),
    ]
    for (const { next } of tabs) await userAt(stage, await browser.visit(next.url.href))
    // What is left says that somebody has signed in here.
    expect(browser.cookies()).toEqual([expect.stringMatching(/^familiar=/)])
  })

  it.each([
    '',
    '?state=',
    '?code=x',
    '?state=x&code=x',
    '?state=x&state=y&code=x',
    `?state=${'x'.repeat(5_000)}`,
    '?error=access_denied&redirect_to=https://evil.example',
    '?state=..%2F..&redirect_to=https://evil.example',
  ])('is needed: callback%s', async (query) => {
    const answer = await stage.app.request('GET', `/auth/v1/callback${query}`, {
      headers: { cookie: 'sign_in_x=x; sign_in_=; other=1' },
    })
    expect(answer.status).toBe(302)
    expectBadState(new URL(answer.headers.get('location') ?? ''))
  })

  it('is of no use at the other provider’s address', async () => {
    const browser = stage.browser()
    const google = await browser.visit(await stage.signInAddress('google'), isCallback)
    const posted = await browser.load({
      url: new URL(google.next.url.pathname, google.next.url),
      form: google.next.url.searchParams,
    })
    expect(posted.status).toBe(303)
    expectBadState(new URL(posted.headers.get('location') ?? ''))

    const apple = await browser.visit(await stage.signInAddress('apple'), isCallback)
    const got = await browser.load({ url: new URL(`${apple.next.url}?${apple.next.form}`) })
    expectBadState(new URL(got.headers.get('location') ?? ''))
  })

  it('comes in a form only', async () => {
    const answer = await stage.app.request('POST', '/auth/v1/callback', { body: { state: 'x', code: 'x' } })
    expect(answer.status).toBe(415)
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const other = await stage.app.request('POST', '/auth/v1/token?grant_type=password', {
      ...form,
      body: 'a=b',
    })
    expect(other.status).toBe(415)
    const large = await stage.app.request('POST', '/auth/v1/callback', { ...form, body: 'x'.repeat(30_000) })
    expect(large.status).toBe(413)
  })
})

describe('where a sign-in leads back to', () => {
  it.each([
    'https://evil.example/feed',
    '//evil.example',
    'javascript:alert(1)',
    'http://folio@evil.example',
    'x',
    '',
  ])('is the site itself instead of %j', async (redirectTo) => {
    const address = `${stage.app.url}/auth/v1/authorize?provider=google&redirect_to=${encodeURIComponent(redirectTo)}`
    const { landing } = await stage.browser().visit(address)
    expect(landing.origin).toBe(stage.app.url)
    expect(landing.pathname).toBe('/')
    expect(landing.hash).toContain('access_token')
  })

  it('may be an address on the list', async () => {
    const other = await startStage({ env: { REDIRECT_URLS: 'https://app.example/back' } })
    const { landing } = await other.signIn('google', 'https://app.example/back')
    expect(landing.href.startsWith('https://app.example/back#access_token=')).toBe(true)
    await other.close()
  })

  it('is refused with an invalid challenge', async () => {
    const path = '/auth/v1/authorize?provider=google&code_challenge='
    expect((await stage.app.request('GET', `${path}short`)).status).toBe(400)
    const wrong = await stage.app.request('GET', `${path}${'x'.repeat(43)}&code_challenge_method=md5`)
    expect(wrong.status).toBe(400)
  })
})
