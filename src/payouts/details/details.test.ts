import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signInAgain, signUp } from '../../../tests/harness/people.ts'
import { readSettings } from '../../platform/config.ts'
import { dayMs, minuteMs } from '../../shared/time.ts'
import { lookAtPayoutKey } from './doctor.ts'

const start = new Date('2026-11-26T09:00:00Z')
let app: TestApp
let smtp: FakeSmtp
let dataDir: string
beforeAll(async () => {
  smtp = await startFakeSmtp()
  dataDir = mkdtempSync(path.join(tmpdir(), 'folio-payouts-'))
  app = await startTestApp({ jobs: true, env: { DATA_DIR: dataDir, SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const address = '/api/v1/me/payout-details'
const paypal = { method: 'paypal', account: 'Maya@Example.com ', legal_name: 'Maya Okafor', country: 'DE' }
const wise = { method: 'wise', account: 'pay@okafor.example', legal_name: 'M. Okafor', country: 'AT' }

async function proven(): Promise<Person> {
  app.clock.set(start)
  const person = await signUp(app)
  await proveAddress(app, person)
  return person
}
const change = ({ token, password }: Person, values: object = paypal, more: object = { password }) =>
  app.request('PUT', address, { token, body: { ...values, ...more } })
const own = async ({ token }: Person) => (await app.request('GET', address, { token })).body
/** Access tokens do not last so long. */
async function waitThreeDays(person: Person) {
  app.clock.advance(3 * dayMs)
  person.token = (await signInAgain(app, person)).access_token
}
const rowsOf = async ({ id }: Person) =>
  (
    await app.database.owner.pool.query(
      'select d.* from payout_details d join payees p on p.id = payee_id where user_id = $1',
      [id],
    )
  ).rows

describe('payout details (docs/product/payouts.md#payout-details)', () => {
  it('count after three days, until when the former ones do', async () => {
    const maya = await proven()
    expect(await own(maya)).toEqual({
      ...{ current: null, coming: null, missing: 'details', is_lost: false, asks_password: true },
    })
    const first = await change(maya)
    expect(first).toMatchObject({
      status: 200,
      body: {
        current: null,
        coming: {
          ...{ method: 'paypal', account: 'm•••@example.com', legal_name: 'Maya Okafor', country: 'DE' },
          counts_from: new Date(start.getTime() + 3 * dayMs).toISOString(),
        },
        missing: null,
      },
    })
    await waitThreeDays(maya)
    expect(await own(maya)).toMatchObject({ current: { method: 'paypal' }, coming: null })
    await change(maya, wise)
    await change(maya, { ...wise, legal_name: 'Maya B. Okafor' })
    const both = { current: { method: 'paypal' }, coming: { method: 'wise', legal_name: 'Maya B. Okafor' } }
    expect(await own(maya)).toMatchObject(both)
    expect(await rowsOf(maya)).toHaveLength(2)
    await waitThreeDays(maya)
    expect(await own(maya)).toMatchObject({ current: { method: 'wise' }, coming: null })
  })

  it('are taken back before they count, once', async () => {
    const maya = await proven()
    await change(maya)
    const take = () => app.request('DELETE', `${address}/coming`, { token: maya.token })
    expect(await take()).toMatchObject({ status: 200, body: { coming: null, missing: 'details' } })
    expect(await take()).toMatchObject({ status: 404 })
    await change(maya)
    await waitThreeDays(maya)
    expect(await take()).toMatchObject({ status: 404 })
  })

  it('are of a proven address alone, and told to it', async () => {
    app.clock.set(start)
    const maya = await signUp(app)
    expect(await own(maya)).toMatchObject({ missing: 'proven_address' })
    expect(await change(maya)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await rowsOf(maya)).toEqual([])
    const ben = await proven()
    await change(ben)
    const { subject, text } = await smtp.mailTo(ben.email)
    expect(subject).toBe('Your payout details were changed · Folio')
    expect(text).toMatch(/counts after three days/)
    expect(text).not.toMatch(/okafor|maya@/i)
  })

  it('ask for the password, or for the settled second step of who has one', async () => {
    const maya = await proven()
    const wrong = (body: object) => change(maya, paypal, body)
    const problem = { status: 400, body: { details: { problems: [{ path: 'password' }] } } }
    expect(await wrong({})).toMatchObject(problem)
    expect(await wrong({ password: 'not the one' })).toMatchObject(problem)
    expect(await rowsOf(maya)).toEqual([])

    const { body: factor } = await app.request('POST', '/auth/v1/factors', {
      token: maya.token,
      body: { factor_type: 'totp' },
    })
    const step = `/auth/v1/factors/${factor.id}`
    const { body: challenge } = await app.request('POST', `${step}/challenge`, {
      token: maya.token,
      body: {},
    })
    const code = new TOTP({ secret: factor.totp.secret }).generate({ timestamp: app.clock.now().getTime() })
    const { body: shown } = await app.request('POST', `${step}/verify`, {
      token: maya.token,
      body: { challenge_id: challenge.id, code },
    })
    const sure = { ...maya, token: shown.access_token }
    expect(await own(sure)).toMatchObject({ asks_password: true })
    await app.database.pool.query('update factors set settles_at = now() where user_id = $1', [maya.id])
    await app.database.pool.query(
      `update sessions set step_at = proof_at, proof_by = 'app' where user_id = $1`,
      [maya.id],
    )
    expect(await own(sure)).toMatchObject({ asks_password: false })
    expect(await change(sure, paypal, {})).toMatchObject({ status: 200 })
    app.clock.advance(16 * minuteMs)
    expect(await change(sure)).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
  })

  it('refuse what cannot be paid, naming the field', async () => {
    const maya = await proven()
    const refused = async (values: object, field: string) =>
      expect(await change(maya, { ...paypal, ...values })).toMatchObject({
        status: 400,
        body: { details: { problems: [{ path: field }] } },
      })
    await refused({ account: 'nobody' }, 'account')
    await refused({ method: 'other', account: 'cash' }, 'account')
    await refused({ method: 'cheque' }, 'method')
    await refused({ legal_name: ' ' }, 'legal_name')
    await refused({ country: 'XX' }, 'country')
  })

  it('stay one change of two at once', async () => {
    const maya = await proven()
    const answers = await Promise.all([change(maya), change(maya, wise), change(maya)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await rowsOf(maya)).toHaveLength(1)
  })

  it('are encrypted, bound to their payee, with the same mark for the same account', async () => {
    const [maya, ben] = [await proven(), await proven()]
    await change(maya)
    await change(ben, { ...paypal, account: 'maya@example.com' })
    const [[mine], [other]] = [await rowsOf(maya), await rowsOf(ben)]
    expect(JSON.stringify(mine, (_key, value) => value?.data?.toString() ?? value)).not.toMatch(/okafor/i)
    expect(mine.account_mark).toEqual(other.account_mark)
    expect(mine.sealed).not.toEqual(other.sealed)
    await app.database.owner.pool.query('alter table payout_details disable trigger user')
    await app.database.owner.pool.query('update payout_details set sealed = $2 where id = $1', [
      mine.id,
      other.sealed,
    ])
    await app.database.owner.pool.query('alter table payout_details enable trigger user')
    expect((await app.request('GET', address, { token: maya.token })).status).toBe(500)
  })

  it('never change, whoever tries', async () => {
    const maya = await proven()
    await change(maya)
    await expect(
      app.database.owner.pool.query(
        `update payout_details set counts_from = created_at + interval '1 second'`,
      ),
    ).rejects.toThrow()
  })

  it('are in the export, and gone with the account', async () => {
    const maya = await proven()
    await change(maya)
    const { body } = await app.request('GET', '/api/v1/me/export', { token: maya.token })
    expect(body.payout_details).toMatchObject([{ ...paypal, account: 'maya@example.com' }])
    const all = async () =>
      Number((await app.database.owner.pool.query('select count(*) as n from payout_details')).rows[0].n)
    const before = await all()
    const { username, password, token } = maya
    expect((await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })).status).toBe(
      204,
    )
    expect(await all()).toBe(before - 1)
  })

  it('are lost without their key, which the doctor says, and are entered again', async () => {
    const maya = await proven()
    await change(maya)
    const key = Buffer.alloc(32, 7).toString('base64')
    const other = await startTestApp({
      database: app.database,
      clock: app.clock,
      env: { DATA_DIR: dataDir, PAYOUT_KEY: key },
    })
    const { token } = maya
    expect((await other.request('GET', address, { token })).body).toMatchObject({
      ...{ coming: null, missing: 'details', is_lost: true },
    })
    const look = async (PAYOUT_KEY: string) => {
      const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, PAYOUT_KEY }, '/nowhere')
      const [line] = lookAtPayoutKey(settings, app.database.db)
      return line?.look(new AbortController().signal)
    }
    expect(await look(key)).toMatchObject({ state: 'fail' })
    expect(await look('')).toMatchObject({ state: 'ok' })
    const body = { ...paypal, password: maya.password }
    expect((await other.request('PUT', address, { token, body })).body).toMatchObject({
      coming: { account: 'm•••@example.com' },
    })
    await other.close()
  })
})
