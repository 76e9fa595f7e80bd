import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakePayPal, startFakePayPal } from '../../../tests/fakes/paypal.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { dayMs } from '../../shared/time.ts'
import { createPayoutKey } from '../index.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'
import { createPayPal } from './paypal.ts'
import { askBatches, listBatches, type ProviderDeps, sendBatch } from './service.ts'

const now = new Date('2026-11-26T12:00:00Z')
const key = Buffer.alloc(32, 7)
let app: TestApp
let paypal: FakePayPal
let stage: PayoutStage
let deps: ProviderDeps
beforeAll(async () => {
  paypal = await startFakePayPal()
  const { clientId, secret } = paypal.credentials
  app = await startTestApp({
    env: {
      ...{ PAYOUT_KEY: key.toString('base64'), PAYPAL_URL: paypal.url },
      ...{ PAYPAL_CLIENT_ID: clientId, PAYPAL_SECRET: secret },
    },
  })
  stage = await setPayoutStage(app, now)
  deps = {
    key: createPayoutKey({ dataDir: '', payouts: { minimumCents: 1_000, key } }),
    ...{ minimumCents: 1_000, reportTimeZone: 'UTC' },
    provider: createPayPal({ ...paypal.credentials, url: paypal.url }, { clock: app.clock.now, ms: 500 }),
  }
})
afterAll(async () => {
  await app.close()
  await paypal.close()
})
beforeEach(async () => {
  app.clock.set(now)
  paypal.batches.length = 0
  paypal.troubles.length = 0
  paypal.words.clear()
  await stage.beginAnew()
})

const context = () => ({ db: app.database.db, clock: app.clock.now, actor: null })
const send = (id: string, body: object = {}) => stage.as(stage.ada, 'POST', `payout-runs/${id}/send`, body)
const batchesOf = async (id: string) => (await stage.as(stage.ada, 'GET', `payout-runs/${id}/batches`)).body
const statesOf = async (id: string) => (await stage.linesOf(id)).map(({ state }: { state: string }) => state)
/** One attempt, as a job makes it. */
const attempt = (batch_id: string) => sendBatch(context(), { batch_id }, deps)
const ask = () => askBatches(context(), deps)

/** A run of these amounts that was asked to be sent. */
async function asked(...cents: number[]) {
  const made = await stage.approved(
    ...cents.map((amount, n): [number, { account: string }] => [amount, { account: `p${n}@pay.example` }]),
  )
  const { status, body } = await send(made.run.id)
  expect(status).toBe(200)
  return { ...made, id: made.run.id as string, batch: body.items[0] }
}

describe('sending by PayPal (docs/product/payouts.md#sending-by-paypal)', () => {
  it('hands a run over once, however often it is pressed, and applies what became of it', async () => {
    const { id, batch, lines, payees } = await asked(5_000, 2_500, 3_000)
    expect(batch).toMatchObject({ state: 'sending', lines: 3, total: 84, requested_by: stage.ada.username })
    expect(batch.name.length).toBeLessThanOrEqual(30)
    expect(await statesOf(id)).toEqual(['sent', 'sent', 'sent'])
    const again = await Promise.all([send(id), send(id), send(id)])
    expect(again.map(({ status }) => status)).toEqual([409, 409, 409])
    await Promise.all([attempt(batch.id), attempt(batch.id)])
    await attempt(batch.id)
    expect(paypal.paid()).toEqual([
      ['p0@pay.example', '40.00'],
      ['p1@pay.example', '20.00'],
      ['p2@pay.example', '24.00'],
    ])
    const [first, second, third] = lines.map(({ reference }: { reference: string }) => reference)
    paypal.words.set(first, 'SUCCESS').set(second, 'FAILED').set(third, 'TELEPORTED')
    await Promise.all([ask(), ask()])
    await ask()
    expect(await statesOf(id)).toEqual(['paid', 'failed', 'sent'])
    const [, failed, unknown] = await stage.linesOf(id)
    expect(failed.reason).toBe('The provider says: FAILED, RECEIVER_UNREGISTERED')
    expect(unknown.attention).toMatchObject([{ why: 'word', word: 'TELEPORTED' }])
    expect(await stage.ledgerOf(payees[1] as Payee)).toEqual([
      { type: 'payout', cents: -2_000 },
      { type: 'payout_reversal', cents: 2_000 },
    ])
    expect((await batchesOf(id)).items).toMatchObject([{ state: 'sent', problem: null }])
    paypal.words.set(third, 'SUCCESS')
    paypal.state.perPage = 2
    await ask()
    paypal.state.perPage = 1_000
    expect(await statesOf(id)).toEqual(['paid', 'failed', 'paid'])
    expect(await batchesOf(id)).toMatchObject({ can_send: false, items: [{ state: 'settled' }] })
  })

  it.each(['cut', 'silent', 'lost', 'failed', 'busy'] as const)(
    'pays once where the answer is lost: %s',
    async (trouble) => {
      const { id, batch, lines } = await asked(5_000)
      paypal.troubles.push(trouble)
      await expect(attempt(batch.id)).rejects.toThrow(/PayPal/)
      const { items } = await batchesOf(id)
      expect(items[0]).toMatchObject({ state: 'sending', problem: expect.stringContaining('PayPal') })
      // Nobody takes back what may be paid.
      const back = { from: 'sent', state: 'failed', reason: 'I think so' }
      expect(await stage.as(stage.ada, 'POST', `payout-lines/${lines[0].id}/result`, back)).toMatchObject({
        status: 409,
      })
      await attempt(batch.id)
      expect(paypal.paid()).toEqual([['p0@pay.example', '40.00']])
      expect((await batchesOf(id)).items).toMatchObject([
        { state: 'sent', provider_reference: paypal.batches[0]?.id },
      ])
    },
  )

  it('gives back what PayPal refuses, but not where it may have taken it before', async () => {
    const poor = await asked(5_000)
    paypal.troubles.push('poor')
    await attempt(poor.batch.id)
    expect((await batchesOf(poor.id)).items).toMatchObject([{ state: 'refused' }])
    expect(await stage.ledgerOf(poor.payees[0] as Payee)).toMatchObject([{ cents: -4_000 }, { cents: 4_000 }])
    await stage.beginAnew()
    const maybe = await asked(6_000)
    paypal.troubles.push('cut', 'poor')
    await expect(attempt(maybe.batch.id)).rejects.toThrow()
    await expect(attempt(maybe.batch.id)).rejects.toThrow(/may have it/)
    expect(await statesOf(maybe.id)).toEqual(['sent'])
    // After 25 days PayPal would not know the name any more.
    app.clock.set(new Date(now.getTime() + 26 * dayMs))
    const { sends } = paypal.state
    await attempt(maybe.batch.id)
    expect(paypal.state.sends).toBe(sends)
    app.clock.set(now)
    expect((await batchesOf(maybe.id)).items).toMatchObject([{ state: 'lost' }])
    const said = { from: 'sent', state: 'paid' }
    expect(await stage.as(stage.ada, 'POST', `payout-lines/${maybe.lines[0].id}/result`, said)).toMatchObject(
      { status: 200 },
    )
  })

  it('asks first where a file was fetched, and fetching one asks where it was sent', async () => {
    const { run } = await stage.approved([5_000, { account: 'one@pay.example' }])
    const file = run.files.find(({ kind }: { kind: string }) => kind === 'paypal')
    const other = run.files.find(({ kind }: { kind: string }) => kind === 'csv')
    await stage.as(stage.ada, 'POST', `payout-files/${file.id}/fetch`, {})
    expect(await send(run.id)).toMatchObject({ status: 409, body: { code: 'confirmation_required' } })
    expect((await send(run.id, { again: true })).status).toBe(200)
    expect(await stage.as(stage.ada, 'POST', `payout-files/${other.id}/fetch`, {})).toMatchObject({
      ...{ status: 409, body: { code: 'confirmation_required' } },
    })
  })

  it('is not there without its settings', async () => {
    const { run } = await stage.approved([5_000, { account: 'one@pay.example' }])
    const without = { ...deps, provider: null }
    const actor = { userId: stage.ada.id, sessionId: stage.ada.id, role: 'admin' } as never
    expect(await listBatches({ ...context(), actor }, run.id, without)).toEqual({
      can_send: false,
      items: [],
    })
  })
})

describe('the database (decision 81)', () => {
  it.each([
    `update payout_batches set name = 'x'`,
    `update payout_batches set state = 'sending', provider_reference = null, sent_at = null`,
    'delete from payout_batches',
    'delete from payout_batch_lines',
    'truncate payout_batch_lines',
    'insert into payout_batch_lines select line_id, batch_id from payout_batch_lines',
  ])('refuses: %s', async (statement) => {
    const { batch } = await asked(5_000)
    await attempt(batch.id)
    await expect(stage.run(statement)).rejects.toThrow()
  })
})
