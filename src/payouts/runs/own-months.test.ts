import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { type PayoutStage, setPayoutStage } from '../testing/stage.ts'

const now = new Date('2026-11-27T12:00:00Z')
let app: TestApp
let stage: PayoutStage
beforeAll(async () => {
  app = await startTestApp({ env: { PAYOUT_DAY: '5' } })
  stage = await setPayoutStage(app, now)
})
afterAll(() => app.close())

const read = async ({ token }: Person, path: string) =>
  (await app.request('GET', `/api/v1/me/${path}`, { token })).body

describe('what is next (docs/product/earnings.md#what-is-next)', () => {
  it('says the day of the next payout, where it goes, and the same to an admin who asks', async () => {
    const maya = await stage.payee(5_000, { account: 'maya@pay.example' })
    const next = {
      ...{ kind: 'ready', amount: 40, when: 'about Dec 5', why: 'To PayPal, m•••@pay.example.' },
    }
    expect((await read(maya, 'balance')).next).toEqual(next)
    expect((await stage.as(stage.ada, 'GET', `balances/${maya.username}`)).body.next).toEqual(next)
  })

  it('asks for details, and says nothing of them to somebody without money', async () => {
    const rich = await stage.payee(5_000)
    expect((await read(rich, 'balance')).next).toMatchObject({
      ...{ kind: 'no_details', amount: 40 },
      why: 'With details by Nov 28 it is in the payout of Dec 5.',
    })
    expect((await read(await signUp(app), 'balance')).next).toMatchObject({ kind: 'nothing', amount: 0 })
  })

  it('says in the admin’s words what is held, and that it is paid again once the hold has ended', async () => {
    const maya = await stage.payee(5_000, { account: 'held@pay.example' })
    const of = { kind: 'creator', username: maya.username }
    const { body: hold } = await stage.as(stage.ada, 'POST', 'holds', { of, reason: 'We ask Amazon.' })
    expect((await read(maya, 'balance')).next).toMatchObject({
      ...{ kind: 'held', amount: 40, when: 'held. All of it, since Nov 27' },
      why: '“We ask Amazon.” Nothing is lost.',
    })
    await stage.as(stage.ada, 'POST', `holds/${hold.id}/end`, { reason: 'Answered' })
    expect((await read(maya, 'balance')).next.kind).toBe('ready')
  })
})

describe('the months (docs/product/earnings.md#on-its-way)', () => {
  it('are one’s own, add up to the balance, and have what belongs to no month in a line of its own', async () => {
    const maya = await stage.payee(5_000, { account: 'months@pay.example' })
    const months = await read(maya, 'earning-months')
    expect(months).toMatchObject({ items: [], before: null, other: 40, posted: 40, pending: 0 })
    expect(await read(await signUp(app), 'earning-months')).toMatchObject({ other: 0, posted: 0 })
    expect((await app.request('GET', '/api/v1/me/earning-months')).status).toBe(401)
  })
})
