import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jobsIn } from '../../platform/jobs/testing/jobs.ts'
import { type AuthServer, someone, startAuthServer } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'
import { statementsOf } from '../testing/statements.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

const jobs = () => jobsIn(server.identityOptions)
const recover = (body: object, path = '/recover') => server.call('POST', path, { body })
const forgetMinute = () => server.db.deleteFrom('rate_limits').where('key', 'like', 'recovery_gap%').execute()

/** One address with an account, one without. */
async function twoAddresses() {
  const known = someone()
  await server.call('POST', '/signup', { body: known })
  return [known.email, someone().email] as const
}

describe('recover: nobody learns who has an account (docs/product/reset.md#forgot-password)', () => {
  it('answers alike, does the same work, and leaves one job each', async () => {
    const [known, unknown] = await twoAddresses()
    const before = (await jobs()).length
    const answers: Awaited<ReturnType<typeof recover>>[] = []
    const work: string[][] = []
    for (const email of [known, unknown])
      work.push(await statementsOf(async () => answers.push(await recover({ email }))))
    expect((await jobs()).length).toBe(before + 2)
    expect(work[0]).toEqual(work[1])
    expect(work[0]?.length).toBeGreaterThan(0)
    const [first, second] = answers.map(({ status, headers, body }) => ({
      status,
      body,
      headers: Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))),
    }))
    expect(first).toMatchObject({ status: 200, body: {} })
    expect(first).toEqual(second)
  })

  it('refuses alike', async () => {
    const addresses = await twoAddresses()
    const answers = []
    for (const email of addresses) {
      await recover({ email })
      answers.push(await recover({ email }))
    }
    for (const { status, headers, body } of answers) {
      expect(status).toBe(429)
      expect(headers.get('x-sb-error-code')).toBe('over_email_send_rate_limit')
      expect(body.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    }
  })

  it('stores no address among the limits', async () => {
    const [known] = await twoAddresses()
    await recover({ email: known })
    const rows = await server.db.selectFrom('rate_limits').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(known)
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
  })
})

describe('recover: how often', () => {
  it('one mail a minute and six an hour for an address, however it is written', async () => {
    const { email } = someone()
    for (let asked = 0; asked < 6; asked += 1) {
      await forgetMinute()
      expect((await recover({ email })).status).toBe(200)
    }
    await forgetMinute()
    const before = (await jobs()).length
    const seventh = await recover({ email: ` ${email.toUpperCase()}` })
    expect(seventh).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } })
    const [, seconds] = /after (\d+) seconds/.exec(String(seventh.body.message)) ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
    expect((await jobs()).length).toBe(before)
  })

  it('counts askers at once', async () => {
    const { email } = someone()
    const answers = await Promise.all(Array.from({ length: 5 }, () => recover({ email })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429])
  })

  it('thirty an hour from one address, an IPv6 /64 being one', async () => {
    const ask = (address: string) =>
      server.identity.recovery.request(
        server.context,
        { body: { email: someone().email }, redirectTo: undefined },
        { userAgent: null, address },
      )
    for (let asked = 0; asked < 30; asked += 1) await ask(`2001:db8:1:2::${asked.toString(16)}`)
    await expect(ask('2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'rate_limited' })
    await ask('2001:db8:1:3::1')
    await ask('198.51.100.7')
  })

  it.each([
    [{}, 'Email is required'],
    [{ email: 'nonsense' }, 'Unable to validate email address: invalid format'],
    [{ email: 'a@folio.test', code_challenge: 'short' }, 'code_challenge is too short'],
  ])('refuses %j', async (body, message) => {
    expect(await recover(body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message },
    })
  })
})

describe('the mails', () => {
  let stage: RecoveryStage
  beforeEach(async () => {
    stage = await startRecoveryStage()
  })
  afterEach(() => stage.close())

  it('go to nobody without an account', async () => {
    const person = someone()
    await stage.call('POST', '/signup', { body: person })
    await stage.ask(someone().email)
    await stage.ask(person.email)
    await stage.untilDone()
    expect(stage.smtp.mails.flatMap(({ recipients }) => recipients)).toEqual([person.email])
    expect(await stage.db.selectFrom('one_time_tokens').select('user_id').execute()).toHaveLength(1)
  })
})
