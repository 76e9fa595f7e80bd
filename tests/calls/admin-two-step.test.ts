import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ordersContract, pipelineFunctionsContract } from '../../src/orders/contract.ts'
import { importsContract } from '../../src/orders/imports/contract.ts'
import { orderListContract } from '../../src/orders/order-list/contract.ts'
import { adminOrdersContract } from '../../src/orders/review/contract.ts'
import { minuteMs } from '../../src/shared/time.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, signUp, signUpAdmin } from '../harness/people.ts'

let app: TestApp
/** The same installation, where it is left to admins. */
let relaxed: TestApp
let ada: Person
beforeAll(async () => {
  app = await startTestApp({ env: { ADMIN_TWO_STEP: 'required' } })
  relaxed = await startTestApp({ database: app.database, clock: app.clock })
})
afterAll(async () => {
  await relaxed.close()
  await app.close()
})
beforeEach(async () => {
  ada = await signUpAdmin(app)
})

const money = {
  ...ordersContract,
  ...pipelineFunctionsContract,
  ...importsContract,
  ...adminOrdersContract,
  ...orderListContract,
}
const actsOnMoney = Object.entries(money).flatMap(([key, endpoint]) => ('asksAgain' in endpoint ? [key] : []))

const ask = (token: string, key: string, of = app) => {
  const [method = '', path = ''] = key.split(' ')
  return of.request(method, path.replace(/:\w+/, 'none'), { token, ...(method !== 'GET' && { body: {} }) })
}
const open = 'GET /api/v1/admin/pipeline'
const start = 'POST /api/v1/admin/runs'

/** Sets up an app; answers how to show a code of it, which gives the session's next token. */
async function addApp({ token }: Person) {
  const { body } = await app.request('POST', '/auth/v1/factors', { token, body: { factor_type: 'totp' } })
  return async (now = token): Promise<string> => {
    app.clock.advance(30_000)
    const path = `/auth/v1/factors/${body.id}`
    const challenge = await app.request('POST', `${path}/challenge`, { token: now })
    const code = new TOTP({ secret: body.totp.secret }).generate({ timestamp: app.clock.now().getTime() })
    const shown = await app.request('POST', `${path}/verify`, {
      token: now,
      body: { challenge_id: challenge.body.id, code },
    })
    expect(shown.status).toBe(200)
    return shown.body.access_token
  }
}

describe('ADMIN_TWO_STEP=required (decision 52)', () => {
  it('an admin is none until the second step, and is told so; to others the pages stay unknown', async () => {
    expect(await ask(ada.token, open)).toMatchObject({ status: 403, body: { code: 'two_step_required' } })
    expect((await ask(ada.token, 'GET /api/v1/me')).body).toMatchObject({
      is_admin: true,
      owes_two_steps: true,
    })
    const ben = await signUp(app)
    expect(await ask(ben.token, open)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await ask(ben.token, 'GET /api/v1/me')).body).not.toHaveProperty('owes_two_steps')

    const token = await (await addApp(ada))()
    expect((await ask(token, open)).status).toBe(200)
    expect((await ask(token, 'GET /api/v1/me')).body).not.toHaveProperty('owes_two_steps')
  })

  it('elsewhere an admin may do without', async () => {
    expect((await ask(ada.token, open, relaxed)).status).toBe(200)
    app.clock.advance(20 * minuteMs)
    const { body } = await ask(ada.token, start, relaxed)
    expect(body.code).toBe('validation_failed')
  })
})

describe('acts on money (decision 52)', () => {
  it('ask for the second step again after 15 minutes, all of them and nothing else, and go on when it was shown', async () => {
    const show = await addApp(ada)
    const first = await show()
    expect((await ask(first, start)).body.code).toBe('validation_failed')
    app.clock.advance(15 * minuteMs + 1_000)
    const answers = await Promise.all(actsOnMoney.map((key) => ask(first, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['403 step_up_required']),
    )
    expect(actsOnMoney.length).toBeGreaterThan(15)
    expect((await ask(first, open)).status).toBe(200)
    expect((await ask(first, 'POST /api/v1/admin/imports/:id/discard')).body.code).not.toBe(
      'step_up_required',
    )

    const second = await show(first)
    expect((await ask(second, start)).body.code).toBe('validation_failed')
  })

  it('ask nobody again by a password alone', async () => {
    const token = await (await addApp(ada))()
    app.clock.advance(16 * minuteMs)
    const body = { password: ada.password }
    await app.request('POST', '/api/v1/me/confirm', { token, body })
    expect((await ask(token, start)).body.code).toBe('step_up_required')
  })
})
