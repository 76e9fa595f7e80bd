import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
})
afterAll(() => app.close())

/** A browser at an address, which keeps its cookies. */
function browserAt(from: string) {
  const jar = new Map<string, string>()
  const sent: string[] = []
  return {
    sent,
    ask: async (path: string, { token, body }: { token?: string; body?: object } = {}) => {
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
      const answer = await app.request('POST', `/auth/v1${path}`, {
        ...(token && { token }),
        headers: {
          'x-forwarded-for': from,
          'x-supabase-api-version': '2024-01-01',
          ...(cookie && { cookie }),
        },
        body: body ?? {},
      })
      for (const header of answer.headers.getSetCookie()) {
        sent.push(header)
        const [name = '', value = ''] = (header.split('; ')[0] ?? '').split('=')
        jar.set(name, value)
      }
      return answer
    },
  }
}
// Each test has a network of its own, since what is refused is refused from memory, too.
let home: string
beforeEach(async () => {
  home = elsewhere()
  await app.database.db.deleteFrom('rate_limits').execute()
})

type TestBrowser = ReturnType<typeof browserAt>

let networks = 0
/** An address in a network of its own. */
const elsewhere = () => {
  networks += 1
  return `10.${Math.floor(networks / 200)}.${networks % 200}.1`
}

const signIn = ({ ask }: TestBrowser, { email, password }: { email: string; password: string }) =>
  ask('/token?grant_type=password', { body: { email, password } })

/** Sets every count of a limit to one call before the refusal. */
const fill = (name: string, points: number) =>
  app.database.db.updateTable('rate_limits').set({ points }).where('key', 'like', `${name}:%`).execute()

/** Somebody with an app who has signed in at home, and what a thief with their password can do. */
async function ownerWithApp() {
  const person = await signUp(app)
  const owner = browserAt(home)
  const { body: session } = await signIn(owner, person)
  const { body: enrolled } = await owner.ask('/factors', {
    token: session.access_token,
    body: { factor_type: 'totp' },
  })
  const factor: string = enrolled.id
  const rightCode = () => {
    app.clock.advance(30_000)
    return new TOTP({ secret: enrolled.totp.secret }).generate({ timestamp: app.clock.now().getTime() })
  }
  const challenge = (browser: TestBrowser, token: string) =>
    browser.ask(`/factors/${factor}/challenge`, { token })
  const show = async (browser: TestBrowser, token: string, code: string) => {
    const { status, body } = await challenge(browser, token)
    if (status !== 200) return { status, body }
    return browser.ask(`/factors/${factor}/verify`, { token, body: { challenge_id: body.id, code } })
  }
  const shown = await show(owner, session.access_token, rightCode())
  expect(shown.status).toBe(200)
  return { person, owner, token: shown.body.access_token as string, rightCode, challenge, show }
}

describe('a browser in which a sign-in was completed', () => {
  it('gets a mark that no script reads, for 90 days', async () => {
    const person = await signUp(app)
    const browser = browserAt(home)
    expect((await signIn(browser, { ...person, password: 'wrong one' })).status).toBe(400)
    expect(browser.sent).toEqual([])
    await signIn(browser, person)
    expect(browser.sent).toEqual([
      expect.stringMatching(/^familiar=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/),
    ])
  })

  it('gets none before the second step', async () => {
    const { person, show, rightCode } = await ownerWithApp()
    const browser = browserAt(elsewhere())
    const { body } = await signIn(browser, person)
    expect(browser.sent).toEqual([])
    await show(browser, body.access_token, rightCode())
    expect(browser.sent).toHaveLength(1)
  })

  it('signs in although a stranger in its own network has used up that one’s tries, and all others', async () => {
    const person = await signUp(app)
    const [owner, stranger] = [browserAt(home), browserAt(home)]
    await signIn(owner, person)
    for (let count = 0; count < 10; count++)
      expect((await signIn(stranger, { ...person, password: 'wrong one' })).status).toBe(400)
    await signIn(browserAt(elsewhere()), { ...person, password: 'wrong one' })
    await fill('sign_in_failure', 100)
    await fill('sign_in', 100)
    expect((await signIn(stranger, person)).status).toBe(429)
    expect((await signIn(browserAt(elsewhere()), person)).status).toBe(429)
    expect((await signIn(owner, person)).status).toBe(200)
  })

  it('has tries of its own, and no more of them than others', async () => {
    const person = await signUp(app)
    const owner = browserAt(home)
    await signIn(owner, person)
    for (let count = 0; count < 10; count++)
      expect((await signIn(owner, { ...person, password: 'wrong one' })).status).toBe(400)
    expect((await signIn(owner, person)).status).toBe(429)
  })

  it('is unfamiliar once another one has changed the password', async () => {
    const person = await signUp(app)
    const [thief, owner] = [browserAt(elsewhere()), browserAt(home)]
    await signIn(thief, person)
    const { body } = await signIn(owner, person)
    const headers = { 'x-forwarded-for': home }
    const changed = await app.request('PUT', '/auth/v1/user', {
      token: body.access_token,
      headers,
      body: { password: 'another good one', current_password: person.password },
    })
    expect(changed.status).toBe(200)
    await signIn(browserAt(elsewhere()), person)
    await fill('sign_in_failure', 100)
    const renewed = { ...person, password: 'another good one' }
    expect((await signIn(thief, renewed)).status).toBe(429)
    expect((await signIn(owner, renewed)).status).toBe(200)
  })

  it('is one of forty places at most', async () => {
    const person = await signUp(app)
    for (let count = 0; count < 45; count++) {
      app.clock.advance(1_000)
      await signIn(browserAt(elsewhere()), person)
    }
    const places = await app.database.db
      .selectFrom('familiar_places')
      .select('place_hash')
      .where('user_id', '=', person.id)
      .execute()
    expect(places.length).toBeLessThanOrEqual(42)
  })
})

describe('a stranger with the password', () => {
  it('uses up neither the owner’s challenges nor their codes, at home or elsewhere', async () => {
    const { person, owner, challenge, show, rightCode } = await ownerWithApp()
    for (const from of [home, elsewhere()]) {
      const stranger = browserAt(from)
      const { body } = await signIn(stranger, person)
      for (let count = 0; count < 10; count++) await show(stranger, body.access_token, '000000')
      await fill('factor_call_session', 60)
      await fill('factor_call_here', 60)
      expect((await challenge(stranger, body.access_token)).status).toBe(429)
      await app.database.db.deleteFrom('rate_limits').where('key', 'like', 'factor\\_call%').execute()
    }
    for (const name of ['second_step_failure', 'app_code_day_failure']) await fill(name, 50)
    const { body } = await signIn(owner, person)
    expect((await show(owner, body.access_token, rightCode())).status).toBe(200)
  })

  it('guesses no more codes for having many sessions and addresses', async () => {
    const { person, show } = await ownerWithApp()
    const statuses: number[] = []
    for (let count = 0; count < 31; count++) {
      const stranger = browserAt(elsewhere())
      const { body } = await signIn(stranger, person)
      statuses.push((await show(stranger, body.access_token, '000000')).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429])
  })

  it('guesses at recovery codes without using up the owner’s tries at them', async () => {
    const { person, token } = await ownerWithApp()
    const { body: made } = await app.request('POST', '/auth/v1/factors/recovery-codes', { token, body: {} })
    const use = (browser: TestBrowser, as: string, code: string) =>
      browser.ask('/factors/recovery-codes/verify', { token: as, body: { code } })
    for (let network = 0; network < 4; network++) {
      const stranger = browserAt(elsewhere())
      const { body } = await signIn(stranger, person)
      for (let count = 0; count < 10; count++) await use(stranger, body.access_token, '0000-0000')
      expect((await use(stranger, body.access_token, '0000-0000')).status).toBe(429)
    }
    const newPhone = browserAt(elsewhere())
    const { body } = await signIn(newPhone, person)
    expect((await use(newPhone, body.access_token, made.codes[0])).status).toBe(200)
  })

  it('whose first sign-ins were before the app is at no familiar place for its codes', async () => {
    const person = await signUp(app)
    const thief = browserAt(elsewhere())
    await signIn(thief, person)
    const owner = browserAt(home)
    const { body } = await signIn(owner, person)
    const token = body.access_token
    const { body: enrolled } = await owner.ask('/factors', { token, body: { factor_type: 'totp' } })
    const verify = async (browser: TestBrowser, as: string, code: string) => {
      const { body: asked } = await browser.ask(`/factors/${enrolled.id}/challenge`, { token: as })
      return browser.ask(`/factors/${enrolled.id}/verify`, {
        token: as,
        body: { challenge_id: asked.id, code },
      })
    }
    const code = new TOTP({ secret: enrolled.totp.secret }).generate({
      timestamp: app.clock.now().getTime(),
    })
    expect((await verify(owner, token, code)).status).toBe(200)
    const halfway = (await signIn(thief, person)).body.access_token
    expect((await verify(thief, halfway, '000000')).status).toBe(422)
    await fill('second_step_failure', 30)
    expect((await verify(thief, halfway, '000000')).status).toBe(429)
  })

  it.each(['global', 'others', 'local'])('ends no session of two steps (scope %s)', async (scope) => {
    const { person, token } = await ownerWithApp()
    const stranger = browserAt(elsewhere())
    const { body } = await signIn(stranger, person)
    const other = (await signIn(browserAt(elsewhere()), person)).body.access_token
    expect((await stranger.ask(`/logout?scope=${scope}`, { token: body.access_token })).status).toBe(204)
    const status = async (as: string) => (await app.request('GET', '/auth/v1/user', { token: as })).status
    expect(await status(token)).toBe(200)
    expect(await status(body.access_token)).toBe(scope === 'others' ? 200 : 403)
    expect(await status(other)).toBe(scope === 'local' ? 200 : 403)
  })
})

it('a stranger who asks for mails at an address uses up none of its owner’s codes', async () => {
  const person = await signUp(app)
  const { db } = app.database
  await db
    .updateTable('users')
    .set({ email_verified_at: app.clock.now() })
    .where('id', '=', person.id)
    .execute()
  await browserAt(elsewhere()).ask('/recover', { body: { email: person.email } })
  const refused = await browserAt(elsewhere()).ask('/recover', { body: { email: person.email } })
  expect(refused.status).toBe(429)
  const asked = await app.request('GET', '/auth/v1/reauthenticate', { token: person.token })
  expect(asked.status).toBe(200)
})
