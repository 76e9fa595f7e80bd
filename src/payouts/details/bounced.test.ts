import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { ageDetails } from '../testing/age-details.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'
import { tellWaitingAnew } from './service.ts'

let app: TestApp
let stage: PayoutStage
beforeAll(async () => {
  app = await startTestApp()
  stage = await setPayoutStage(app, new Date())
})
afterAll(() => app.close())

const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.pool.query(statement, values)).rows
const own = async ({ token }: Payee) =>
  (await app.request('GET', '/api/v1/me/payout-details', { token })).body
const begin = ({ id }: Payee, ago = '0 days') =>
  run(`insert into mail_bounces (user_id, came, began_at) values ($1, 'refused', now() - $2::interval)`, [
    id,
    ago,
  ])
const end = ({ id }: Payee, ago = '0 days') =>
  run(`update mail_bounces set ended_at = now() - $2::interval where user_id = $1 and ended_at is null`, [
    id,
    ago,
  ])

/** A payee with details that count, and others that somebody enters now. */
async function changing(account: string) {
  const maya = await stage.payee(5_000, { account: `old-${account}` })
  const body = {
    ...{ method: 'paypal', account: `new-${account}`, legal_name: 'Maya Okafor', country: 'DE' },
    password: maya.password,
  }
  expect((await app.request('PUT', '/api/v1/me/payout-details', { token: maya.token, body })).status).toBe(
    200,
  )
  return maya
}

describe('details that wait while mails do not arrive (docs/product/ways.md#mails-that-do-not-arrive)', () => {
  it('rest, and wait seven days more once mails arrive', async () => {
    const maya = await changing('a@pay.example')
    await begin(maya)
    expect((await own(maya)).coming).toMatchObject({ rests: true })
    await ageDetails(app.database, 30, maya.payeeId)
    await run(`update mail_bounces set began_at = began_at - interval '30 days' where user_id = $1`, [
      maya.id,
    ])
    const before = await own(maya)
    expect(before.current.account).toBe('o•••@pay.example')
    expect(before.coming).toMatchObject({ account: 'n•••@pay.example', rests: true })
    await end(maya)
    const after = await own(maya)
    expect(after.current.account).toBe('o•••@pay.example')
    const days = (Date.parse(after.coming.counts_from) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(after.coming).not.toHaveProperty('rests')
    await run(
      `update mail_bounces set began_at = began_at - interval '8 days', ended_at = ended_at - interval '8 days'
       where user_id = $1`,
      [maya.id],
    )
    expect(await own(maya)).toMatchObject({ current: { account: 'n•••@pay.example' }, coming: null })
  })

  it('can be taken back for as long as they rest', async () => {
    const maya = await changing('b@pay.example')
    await begin(maya)
    await ageDetails(app.database, 30, maya.payeeId)
    await run(`update mail_bounces set began_at = began_at - interval '30 days' where user_id = $1`, [
      maya.id,
    ])
    const { status } = await app.request('DELETE', '/api/v1/me/payout-details/coming', { token: maya.token })
    expect(status).toBe(200)
    expect(await own(maya)).toMatchObject({ current: { account: 'o•••@pay.example' }, coming: null })
  })

  it('are those alone: what counts goes on, also what began to count before', async () => {
    const maya = await changing('c@pay.example')
    await ageDetails(app.database, 8, maya.payeeId)
    await begin(maya)
    expect(await own(maya)).toMatchObject({ current: { account: 'n•••@pay.example' }, coming: null })
    expect((await stage.due()).not_due.map(({ username }: { username: string }) => username)).not.toContain(
      maya.username,
    )
  })

  it('are told of by mail once mails arrive, once', async () => {
    const maya = await changing('d@pay.example')
    await begin(maya, '1 day')
    const waiting = async () => {
      await tellWaitingAnew({ db: app.database.db })
      return run(
        `delete from graphile_worker._private_jobs j where payload ->> 'user_id' = $1
           and key like 'payout-details-%' returning payload`,
        [maya.id],
      )
    }
    expect(await waiting()).toEqual([])
    await end(maya)
    const [job] = await waiting()
    expect(job?.payload).toMatchObject({ user_id: maya.id })
    await run(`insert into mails_sent (id, user_id, at) values ('payout-details-' || $1, $2, now())`, [
      job?.payload.details_id,
      maya.id,
    ])
    expect(await waiting()).toEqual([])
  })
})
