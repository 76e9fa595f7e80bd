import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeEnrolmentCode } from '../../src/identity/index.ts'
import { minuteMs } from '../../src/shared/time.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, setRole, signInAgain, signUp, signUpAdmin } from '../harness/people.ts'
import { readCalls } from './api-calls.ts'

let app: TestApp
/** The same installation with the second step left to each admin. */
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

/** Every write of an admin that decides what somebody is owed, or can affect it, or who is let in. */
const actsOnMoneyAndAccounts = [
  // What reports say, and that it counts.
  'POST /api/v1/admin/imports',
  'POST /api/v1/admin/imports/{id}/answer',
  'POST /api/v1/admin/imports/{id}/merge',
  'POST /api/v1/admin/imports/{id}/undo',
  'PUT /api/v1/admin/paying-dates/{marketplace}',
  'PUT /api/v1/admin/report-statuses/{status}',
  'PUT /api/v1/admin/rates/{month}',
  'PUT /api/v1/admin/rates/{month}/{currency}',
  'POST /functions/v1/amazon-import',
  // Whose an order is.
  'PUT /api/v1/admin/orders/{id}/match',
  'DELETE /api/v1/admin/orders/{id}/match',
  'PUT /api/v1/admin/order-matches',
  'POST /api/v1/admin/orders/{id}/accept',
  'POST /api/v1/admin/orders/{id}/decision',
  'PUT /api/v1/admin/orders/{id}/purchase',
  'PUT /api/v1/admin/orders/{id}/duplicate',
  'POST /api/v1/admin/reviews/decision',
  'POST /api/v1/admin/disagreements/decision',
  'POST /api/v1/admin/tracking-ids',
  'PATCH /api/v1/admin/tracking-ids/{id}',
  'DELETE /api/v1/admin/tracking-ids/{id}',
  // What Amazon paid.
  'POST /api/v1/admin/receipts',
  'POST /api/v1/admin/adjustments',
  'POST /api/v1/admin/proposals',
  'POST /api/v1/admin/proposals/{id}/approve',
  'POST /api/v1/admin/months/moves',
  'POST /api/v1/admin/months/{marketplace}/{month}/release',
  'POST /api/v1/admin/fees',
  'POST /api/v1/admin/payees/{id}/fees',
  'POST /api/v1/admin/payees/{id}/debts',
  'POST /api/v1/admin/payees/{id}/write-off',
  'POST /api/v1/admin/fees/{id}/take-back',
  'POST /api/v1/admin/holds',
  'POST /api/v1/admin/holds/{id}/bear',
  'POST /api/v1/admin/holds/{id}/end',
  // Who is paid.
  'POST /api/v1/admin/payout-runs',
  'POST /api/v1/admin/payout-runs/{id}/approve',
  'POST /api/v1/admin/payout-runs/{id}/discard',
  'POST /api/v1/admin/payout-runs/{id}/send',
  'POST /api/v1/admin/payout-runs/{id}/sent',
  'POST /api/v1/admin/payout-runs/{id}/results',
  'POST /api/v1/admin/payout-lines/{id}/answer',
  'POST /api/v1/admin/payout-lines/{id}/result',
  'POST /api/v1/admin/payout-files/{id}/fetch',
  'POST /api/v1/admin/payout-files/{id}/sent',
  'POST /api/v1/admin/payout-years/{year}/fetch',
  'POST /api/v1/admin/receipts/{id}/reverse',
  // What matches and posts.
  'POST /api/v1/admin/runs',
  'POST /api/v1/admin/runs/{id}/restart',
  'POST /functions/v1/commission-matcher',
  'POST /functions/v1/earnings-calculator',
  // Who is let in.
  'POST /api/v1/admin/accounts/{id}/suspend',
  'POST /api/v1/admin/accounts/{id}/restore',
  'POST /api/v1/admin/accounts/{id}/end-sessions',
]

/** Every other write of an admin, and why it does not ask again for the second step. */
const othersActs: Record<string, string> = {
  'POST /api/v1/admin/imports/{id}/discard': 'gives up what has not taken effect, and can be sent again',
  'POST /api/v1/admin/proposals/{id}/refuse': 'nothing is done',
  'PUT /api/v1/admin/checkpoint-mails': 'whether one gets a mail oneself',
  'POST /api/v1/admin/questions/{id}/answer': 'writes to a creator, and moves no money',
  'DELETE /api/v1/admin/paying-date-changes/{id}':
    'gives up what has not taken effect, and can be asked again',
  'POST /api/v1/admin/runs/{id}/stop': 'holds up what goes on as it was when it is started again',
  'POST /api/v1/admin/flags/{id}/seen': 'notes that somebody has looked',
  'POST /api/v1/admin/click-flags/{id}/seen': 'notes that somebody has looked',
  'POST /api/v1/admin/reports/{id}/dismiss': 'moderation, which moves no money and can be taken back',
  'POST /api/v1/admin/products/{id}/hide': 'moderation',
  'POST /api/v1/admin/lists/{id}/hide': 'moderation',
  'POST /api/v1/admin/lists/{id}/restore': 'moderation',
  'POST /api/v1/admin/products/{id}/restore': 'moderation',
}

const ask = (token: string, key: string, of = app) => {
  const [method = '', path = ''] = key.split(' ')
  return of.request(method, path.replace(/\{\w+\}/, 'none'), { token, ...(method !== 'GET' && { body: {} }) })
}
const open = 'GET /api/v1/admin/pipeline'
const start = 'POST /api/v1/admin/runs'

/** What the operator's command prints for an admin. */
const enrolmentCodeFor = ({ email }: Person) =>
  makeEnrolmentCode({ db: app.database.db, actor: null, clock: app.clock.now }, email, async () => {})

/**
 * Sets up an authenticator app with the operator's code; the returned function shows a code of it, which gives the
 * session's next token.
 */
async function addApp({ token, ...person }: Person) {
  const enrolment_code = await enrolmentCodeFor({ token, ...person })
  await app.request('POST', '/api/v1/me/confirm', { token, body: { enrolment_code } })
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

describe('ADMIN_TWO_STEP=required (decision 100)', () => {
  it('an admin has no admin rights until the second step, and learns why; to others the pages do not exist', async () => {
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

  it.each([
    [14, 200],
    [16, 403],
  ])(
    'recovery codes made %i minutes after the operator’s code open the admin pages: %i (decision 100)',
    async (minutes, status) => {
      const show = await addApp(ada)
      const first = await show()
      app.clock.advance(minutes * minuteMs - 60_000)
      const token = await show(first)
      const made = await app.request('POST', '/auth/v1/factors/recovery-codes', { token, body: {} })
      const { access_token } = await signInAgain(app, ada)
      const shown = await app.request('POST', '/auth/v1/factors/recovery-codes/verify', {
        token: access_token,
        body: { code: made.body.codes[0] },
      })
      expect((await ask(shown.body.access_token, open)).status).toBe(status)
    },
  )

  it('without the setting an admin needs no second step', async () => {
    expect((await ask(ada.token, open, relaxed)).status).toBe(200)
    expect((await ask(ada.token, start, relaxed)).body.code).toBe('validation_failed')
  })

  it('the first second step is set up with the operator’s code alone, which works once', async () => {
    const enroll = () =>
      app.request('POST', '/auth/v1/factors', { token: ada.token, body: { factor_type: 'totp' } })
    const confirm = (body: object) => app.request('POST', '/api/v1/me/confirm', { token: ada.token, body })
    expect((await enroll()).body).toMatchObject({ error_code: 'enrolment_code_needed' })
    await confirm({ password: ada.password })
    expect((await enroll()).body).toMatchObject({ error_code: 'enrolment_code_needed' })
    expect((await confirm({ enrolment_code: 'wrong' })).status).toBe(400)
    const code = await enrolmentCodeFor(ada)
    const stranger = await signUpAdmin(app)
    const stolen = await app.request('POST', '/api/v1/me/confirm', {
      token: stranger.token,
      body: { enrolment_code: code },
    })
    expect(stolen.status).toBe(400)
    expect((await confirm({ enrolment_code: code })).status).toBe(204)
    expect((await enroll()).status).toBe(200)
    expect((await confirm({ enrolment_code: code })).status).toBe(400)
  })

  it('an app that was added without the code makes nobody an admin, until it is settled', async () => {
    const person = await signUp(app)
    const { body } = await app.request('POST', '/auth/v1/factors', {
      token: person.token,
      body: { factor_type: 'totp' },
    })
    const secret = new TOTP({ secret: body.totp.secret })
    const path = `/auth/v1/factors/${body.id}`
    const show = async (token: string) => {
      app.clock.advance(30_000)
      const { body: challenge } = await app.request('POST', `${path}/challenge`, { token })
      const code = secret.generate({ timestamp: app.clock.now().getTime() })
      return (
        await app.request('POST', `${path}/verify`, { token, body: { challenge_id: challenge.id, code } })
      ).body.access_token
    }
    const token = await show(person.token)
    await setRole(app, person, 'admin')
    expect((await ask(token, open)).body.code).toBe('two_step_required')
    expect((await ask(await show(token), open)).body.code).toBe('two_step_required')
    await app.database.owner.pool.query('update factors set settles_at = now() where user_id = $1', [
      person.id,
    ])
    expect((await ask(await show(token), open)).status).toBe(200)
  })
})

describe('acts on money and accounts (decision 100)', () => {
  it('are listed, apart from all other writes of admins', async () => {
    const writes = (await readCalls(app)).filter(
      ({ access, method }) => access === 'admin' && method !== 'GET',
    )
    const known = [...actsOnMoneyAndAccounts, ...Object.keys(othersActs)]
    expect(known.toSorted()).toEqual(writes.map(({ name }) => name).toSorted())
  })

  it('need the second step again after 15 minutes, all of them and no others, and work once it was shown', async () => {
    const show = await addApp(ada)
    const first = await show()
    expect((await ask(first, start)).body.code).toBe('validation_failed')
    app.clock.advance(15 * minuteMs + 1_000)
    const answers = await Promise.all(actsOnMoneyAndAccounts.map((key) => ask(first, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['403 step_up_required']),
    )
    expect((await ask(first, open)).status).toBe(200)
    for (const key of Object.keys(othersActs))
      expect([key, (await ask(first, key)).body.code]).not.toEqual([key, 'step_up_required'])

    const second = await show(first)
    expect((await ask(second, start)).body.code).toBe('validation_failed')
  })

  it('ask an admin who has no second step for the password', async () => {
    const proofAt = new Date(app.clock.now().getTime() - 16 * minuteMs)
    await app.database.pool.query('update sessions set proof_at = $2 where user_id = $1', [ada.id, proofAt])
    expect((await ask(ada.token, start, relaxed)).body.code).toBe('step_up_required')
    await app.request('POST', '/api/v1/me/confirm', { token: ada.token, body: { password: ada.password } })
    expect((await ask(ada.token, start, relaxed)).body.code).toBe('validation_failed')
  })

  it('do not accept the password in place of the second step', async () => {
    const token = await (await addApp(ada))()
    app.clock.advance(16 * minuteMs)
    const body = { password: ada.password }
    await app.request('POST', '/api/v1/me/confirm', { token, body })
    expect((await ask(token, start)).body.code).toBe('step_up_required')
  })
})
