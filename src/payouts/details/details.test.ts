import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signInAgain, signUp } from '../../../tests/harness/people.ts'
import { acceptKeys } from '../../platform/secrets/shared-keys.ts'
import { readSettings } from '../../platform/settings/read.ts'
import { dayMs, minuteMs } from '../../shared/time.ts'
import { ageDetails } from '../testing/age-details.ts'
import { checkPayoutKey } from './doctor.ts'
import { eraseOldDetails } from './service.ts'

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
/** By the database’s clock, which is not the app’s. */
const waitDays = (days: number) => ageDetails(app.database, days)
const rowsOf = async ({ id }: Person) =>
  (
    await app.database.owner.pool.query(
      'select d.* from payout_details d join payees p on p.id = payee_id where user_id = $1 order by d.created_at',
      [id],
    )
  ).rows

describe('payout details (docs/product/payouts.md#payout-details)', () => {
  it('count after seven days, until when the former ones do', async () => {
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
          counts_from: expect.any(String),
        },
        missing: null,
      },
    })
    const wait = Date.parse(first.body.coming.counts_from) - Date.now()
    expect(Math.abs(wait - 7 * dayMs)).toBeLessThan(minuteMs)
    app.clock.advance(dayMs)
    maya.token = (await signInAgain(app, maya)).access_token
    await waitDays(6)
    expect(await own(maya)).toMatchObject({ current: null, coming: { method: 'paypal' } })
    await waitDays(1)
    expect(await own(maya)).toMatchObject({ current: { method: 'paypal' }, coming: null })
    await change(maya, wise)
    await change(maya, { ...wise, legal_name: 'Maya B. Okafor' })
    const both = { current: { method: 'paypal' }, coming: { method: 'wise', legal_name: 'Maya B. Okafor' } }
    expect(await own(maya)).toMatchObject(both)
    expect(await rowsOf(maya)).toHaveLength(3)
    await waitDays(7)
    expect(await own(maya)).toMatchObject({ current: { method: 'wise' }, coming: null })
  })

  it('are taken back before they count, once', async () => {
    const maya = await proven()
    await change(maya)
    const take = () => app.request('DELETE', `${address}/coming`, { token: maya.token })
    expect(await take()).toMatchObject({ status: 200, body: { coming: null, missing: 'details' } })
    expect(await take()).toMatchObject({ status: 404 })
    await change(maya)
    await change(maya, wise)
    expect(await take()).toMatchObject({ status: 200, body: { coming: null } })
    await change(maya)
    await waitDays(7)
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
    expect(text).toMatch(/counts from \d+ \w+ \d{4} at \d\d:\d\d UTC on/)
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
    const show = async () => {
      app.clock.advance(30_000)
      const { body: challenge } = await app.request('POST', `${step}/challenge`, {
        token: maya.token,
        body: {},
      })
      const code = new TOTP({ secret: factor.totp.secret }).generate({ timestamp: app.clock.now().getTime() })
      const { body: shown } = await app.request('POST', `${step}/verify`, {
        token: maya.token,
        body: { challenge_id: challenge.id, code },
      })
      return { ...maya, token: shown.access_token as string }
    }
    expect(await own(await show())).toMatchObject({ asks_password: true })
    await app.database.owner.pool.query('update factors set settles_at = now() where id = $1', [factor.id])
    const sure = await show()
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
    expect(await own(maya)).toMatchObject({ current: null, coming: {} })
    expect(await rowsOf(maya)).toHaveLength(3)
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

  describe('in the database (decision 81)', () => {
    const asApp = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values)
    const add = (payeeId: string) =>
      asApp(
        `insert into payout_details (payee_id, method, sealed, key_mark, account_mark, created_at, counts_from)
         select payee_id, method, sealed, key_mark, account_mark, now() - interval '1 year', now() - interval '11 months'
         from payout_details where payee_id = $1
         returning id, created_at, counts_from`,
        [payeeId],
      )
    const erase = (id: string) =>
      asApp('update payout_details set sealed = null, account_mark = null where id = $1', [id])
    const takeBack = (id: string) => asApp('insert into taken_back_details (details_id) values ($1)', [id])

    it('bear its time, whatever the caller says, and neither change nor go', async () => {
      const maya = await proven()
      await change(maya)
      const [{ id, payee_id }] = await rowsOf(maya)
      const { rows } = await add(payee_id)
      expect(Math.abs(rows[0].created_at.getTime() - Date.now())).toBeLessThan(minuteMs)
      expect(rows[0].counts_from.getTime() - rows[0].created_at.getTime()).toBe(7 * dayMs)
      await waitDays(7)
      for (const { pool } of [app.database, app.database.owner])
        for (const statement of [
          `update payout_details set counts_from = created_at + interval '1 second'`,
          `update payout_details set created_at = created_at - interval '1 day'`,
          `update payout_details set sealed = 'y'`,
          'update payout_details set sealed = null, account_mark = null',
          'delete from payout_details',
          'truncate payout_details cascade',
          `merge into payout_details d using payees y on y.id = d.payee_id when matched then delete`,
        ])
          await expect(pool.query(statement), statement).rejects.toThrow(
            /append-only|permission denied|of use/,
          )
      await expect(takeBack(id)).rejects.toThrow(/count already/)
    })

    it('say nothing any more a month after others replaced them, or they were taken back', async () => {
      const maya = await proven()
      await change(maya)
      await waitDays(7)
      await change(maya, wise)
      await change(maya, { ...wise, legal_name: 'Maya B. Okafor' })
      const [first, second, third] = await rowsOf(maya)
      const erased = async () => {
        await eraseOldDetails({ db: app.database.db })
        return (await rowsOf(maya)).map(({ sealed }) => sealed === null)
      }
      await waitDays(30)
      expect(await erased()).toEqual([false, false, false])
      await expect(erase(first.id)).rejects.toThrow(/still of use/)
      await waitDays(10)
      expect(await erased()).toEqual([true, true, false])
      await expect(erase(third.id)).rejects.toThrow(/still of use/)
      await change(maya, paypal)
      const fourth = (await rowsOf(maya)).at(-1)
      await takeBack(fourth.id)
      await expect(takeBack(fourth.id)).rejects.toThrow()
      expect(await own(maya)).toMatchObject({ current: { legal_name: 'Maya B. Okafor' }, coming: null })
      await waitDays(32)
      expect(await erased()).toEqual([true, true, false, true])
      expect(second.id).not.toBe(third.id)
    })

    it('wait on where those that replaced them are taken back', async () => {
      const maya = await proven()
      await change(maya)
      await waitDays(3)
      await change(maya, wise)
      await takeBack((await rowsOf(maya)).at(-1).id)
      expect(await own(maya)).toMatchObject({ current: null, coming: { method: 'paypal' } })
      await waitDays(4)
      expect(await own(maya)).toMatchObject({ current: { method: 'paypal' }, coming: null })
    })
  })

  it('are in the export, and gone with the account', async () => {
    const maya = await proven()
    await change(maya)
    const { body } = await app.request('GET', '/api/v1/me/export', { token: maya.token })
    expect(body.payout_details).toMatchObject([{ ...paypal, account: 'maya@example.com' }])
    app.clock.advance(16 * minuteMs)
    const later = await app.request('GET', '/api/v1/me/export', { token: maya.token })
    expect(later.body.payout_details).toMatchObject([{ ...paypal, account: 'm•••@example.com' }])
    const all = async () =>
      Number((await app.database.owner.pool.query('select count(sealed) as n from payout_details')).rows[0].n)
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
    const settingsWith = (PAYOUT_KEY: string) =>
      readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, PAYOUT_KEY }, '/nowhere')
    const look = async (PAYOUT_KEY: string) => {
      const [line] = checkPayoutKey(settingsWith(PAYOUT_KEY), app.database.db)
      return line?.check(new AbortController().signal)
    }
    expect(await look(key)).toMatchObject({ state: 'fail' })
    expect(await look('')).toMatchObject({ state: 'ok' })
    const body = { ...paypal, password: maya.password }
    // Only once the operator has said that the other key is lost (decision 138).
    expect((await other.request('PUT', address, { token, body })).status).toBe(500)
    expect(await acceptKeys(app.database.db, settingsWith(key))).toEqual(['PAYOUT_KEY'])
    expect((await other.request('PUT', address, { token, body })).body).toMatchObject({
      coming: { account: 'm•••@example.com' },
    })
    await other.close()
  })
})
