import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importsOf } from '../../src/orders/imports/testing/stage.ts'
import { reportText } from '../../src/orders/testing/report-text.ts'
import { ageDetails } from '../../src/payouts/testing/age-details.ts'
import { receiptOf } from '../../src/payouts/testing/receipts.ts'
import { ManualClock } from '../../src/platform/clock.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, proveAddress, signInAgain, signUpAdmin } from '../harness/people.ts'
import { runCommand } from '../harness/process.ts'

const env = { EARNINGS_RELEASE: 'receipt', PAYOUT_KEY: Buffer.alloc(32, 7).toString('base64') }
let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startTestApp({
    // Months go by receipts from half a year later on.
    clock: new ManualClock(new Date('2026-01-15T12:00:00Z')),
    env,
  })
  app.clock.set(new Date('2026-11-05T20:00:00Z'))
  owner = await signUpAdmin(app)
  await proveAddress(app, owner)
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/api/v1/${path}`, { token: owner.token, ...(body !== undefined && { body }) })
const admin = (method: string, path: string, body?: unknown) => call(method, `admin/${path}`, body)
const balance = async () => (await call('GET', 'me/balance')).body

/** A step of the pipeline, until it is done. */
async function step(kind: 'match' | 'calculate') {
  const { body } = await admin('POST', 'runs', { kind })
  await expect.poll(async () => (await admin('GET', `runs/${body.id}`)).body.state).toBe('done')
}
const needsAnother = { status: 403, body: { code: 'second_admin_needed', details: { own: true } } }

describe('an owner who is the only admin and shares products (docs/product/admin.md#a-second-admin)', () => {
  it('goes from import to paid: what is calculated goes on, what they decide for themselves waits for the operator', async () => {
    const { body: kettle } = await call('POST', 'products', {
      ...{ amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', title: 'A kettle', category_id: null },
    })
    const details = { method: 'paypal', account: 'owner@pay.example', legal_name: 'Ada', country: 'DE' }
    await call('PUT', 'me/payout-details', { ...details, password: owner.password })
    await ageDetails(app.database, 8)

    // Imported and matched by themselves alone: nobody decides anything.
    const imports = importsOf(app, owner)
    const order = { order_date: '2026-11-05' }
    const text = reportText([
      { ...order, order_item_id: 'tagged', commission_amount: '50.00', sub_tag: kettle.short_link_id },
      { ...order, order_item_id: 'nobodys', commission_amount: '10.00', asin: 'B0NOBODY01' },
    ])
    await imports.merge((await imports.add(text)).id)
    await step('match')
    await step('calculate')
    expect(await balance()).toMatchObject({ pending: 40, available: 0 })

    // What they decide of their own waits: they can neither do it nor agree to it.
    const { match } = (await admin('GET', 'orders/nobodys')).body
    const assign = { product_ref: kettle.short_link_id, reason: 'I sold it', version: match?.version ?? null }
    expect(await admin('PUT', 'orders/nobodys/match', assign)).toMatchObject(needsAnother)
    const adjustment = { username: owner.username, amount: 5, reason: 'For me' }
    expect(await admin('POST', 'adjustments', adjustment)).toMatchObject(needsAnother)
    const proposed = await admin('POST', 'proposals', {
      ...{ call: 'PUT /api/v1/admin/orders/:id/match', params: { id: 'nobodys' }, body: assign },
    })
    expect(proposed).toMatchObject({ status: 201, body: { state: 'open' } })
    expect(await admin('POST', `proposals/${proposed.body.id}/approve`)).toMatchObject({ status: 403 })
    await step('calculate')
    expect(await balance()).toMatchObject({ pending: 40 })

    // The operator agrees on the server.
    const agreed = await runCommand('admin', app.database, ['approve', proposed.body.id])
    expect(agreed).toMatchObject({ code: 0, out: `${proposed.body.id} is done.\n` })
    await step('calculate')
    expect(await balance()).toMatchObject({ pending: 48, available: 0 })

    // The month is over, Amazon pays it, and the sums free it.
    app.clock.set(new Date('2026-12-08T20:00:00Z'))
    owner = { ...owner, token: (await signInAgain(app, owner)).access_token }
    const later = importsOf(app, owner)
    const december = { order_item_id: 'december', order_date: '2026-12-05', asin: 'B0NOBODY02' }
    await later.merge((await later.add(reportText([december]))).id)
    const transfer = { month: '2026-11', amount: 60, received_on: '2026-12-08', reference: 'ACH 1' }
    expect((await admin('POST', 'receipts', receiptOf(transfer))).status).toBe(201)
    expect(await balance()).toMatchObject({ pending: 0, available: 48 })

    // Paid by a run that they draft and approve, which says for ever that it is their own.
    const { total } = (await admin('GET', 'payouts/due')).body
    expect(total).toBe(48)
    const { body: run } = await admin('POST', 'payout-runs', { total })
    expect((await admin('POST', `payout-runs/${run.id}/approve`)).status).toBe(200)
    const [line] = (await admin('GET', `payout-runs/${run.id}/lines`)).body.items
    expect(line).toMatchObject({ username: owner.username, amount: 48, is_own: true })
    expect((await admin('POST', `payout-runs/${run.id}/sent`)).status).toBe(200)
    const results = { text: `Status,Customer ID\nCompleted,${line.reference}`, confirm: true }
    expect(await admin('POST', `payout-runs/${run.id}/results`, results)).toMatchObject({
      ...{ status: 200, body: { changed: 1, attention: [] } },
    })
    expect((await call('GET', 'me/payouts')).body.items).toMatchObject([{ amount: 48, state: 'paid' }])
    expect(await balance()).toMatchObject({ paid: 48, available: 0, pending: 0 })
    expect(await runCommand('verify', app.database, [], env)).toMatchObject({ code: 0 })
  })
})
