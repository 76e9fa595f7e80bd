import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
})
afterAll(() => app.close())

/** A call of /auth/v1 from an address. */
function ask(token: string, from: string, path: string, body: object = {}) {
  const headers = { 'x-forwarded-for': from, 'x-supabase-api-version': '2024-01-01' }
  return app.request('POST', `/auth/v1${path}`, { token, headers, body })
}

/** An address in a network of its own. */
const addressOf = (n: number) => `10.7.${n}.1`
const home = '198.51.100.7'
const wrong = { status: 422, code: 'mfa_verification_failed' }
const tooMany = { status: 429, code: 'over_request_rate_limit' }

/** Somebody who showed a code of their app at home, and somebody who knows their password and guesses elsewhere. */
async function attack() {
  const { email, password, token } = await signUp(app)
  const enrolled = await ask(token, home, '/factors', { factor_type: 'totp' })
  const { id, totp } = enrolled.body
  const rightCode = () => {
    app.clock.advance(30_000)
    return new TOTP({ secret: totp.secret }).generate({ timestamp: app.clock.now().getTime() })
  }
  const show = async (as: string, from: string, code: string) => {
    const challenge = await ask(as, from, `/factors/${id}/challenge`)
    const shown = { challenge_id: challenge.body.id, code }
    const { status, body } = await ask(as, from, `/factors/${id}/verify`, shown)
    return { status, code: body.code }
  }
  const halfway = async (from: string): Promise<string> =>
    (await ask('', from, '/token?grant_type=password', { email, password })).body.access_token
  expect(await show(token, home, rightCode())).toMatchObject({ status: 200 })
  let used = 0
  return {
    /** So many wrong codes, five from each address and session. */
    guess: async (count: number) => {
      let guesser = ''
      for (const end = used + count; used < end; used++) {
        const from = addressOf(Math.floor(used / 5))
        if (used % 5 === 0) guesser = await halfway(from)
        expect(await show(guesser, from, '000000')).toEqual(wrong)
      }
    },
    showElsewhere: async () => show(await halfway(addressOf(100)), addressOf(100), rightCode()),
    showAtHome: async () => show(await halfway(home), home, rightCode()),
  }
}

describe('wrong codes for one account from many addresses (decision 48)', () => {
  it('are thirty an hour in all; where its owner showed one before, they get in', async () => {
    const { guess, showElsewhere, showAtHome } = await attack()
    await guess(30)
    expect(await showElsewhere()).toEqual(tooMany)
    expect(await showAtHome()).toMatchObject({ status: 200 })
  })

  it('are fifty a day in all; where its owner showed one before, they get in', async () => {
    const { guess, showElsewhere, showAtHome } = await attack()
    const anHourLater = () =>
      app.database.db.deleteFrom('rate_limits').where('key', 'like', 'second\\_step\\_failure%').execute()
    await guess(25)
    await anHourLater()
    await guess(25)
    await anHourLater()
    expect(await showElsewhere()).toEqual(tooMany)
    expect(await showAtHome()).toMatchObject({ status: 200 })
  })
})
