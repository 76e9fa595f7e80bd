import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { post } from '../../earnings/testing/ledger.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'

const now = new Date('2026-11-26T12:00:00Z')
let app: TestApp
let smtp: FakeSmtp
let ada: PayoutStage['ada']
let bob: PayoutStage['bob']
let as: PayoutStage['as']
let run: PayoutStage['run']
let due: PayoutStage['due']
let draft: PayoutStage['draft']
let payee: PayoutStage['payee']
let approved: PayoutStage['approved']
let ledgerOf: PayoutStage['ledgerOf']
let payoutsOf: PayoutStage['payoutsOf']
let beginAnew: PayoutStage['beginAnew']
beforeAll(async () => {
  smtp = await startFakeSmtp()
  app = await startTestApp({ jobs: true, env: { SMTP_URL: smtp.url } })
  const stage = await setPayoutStage(app, now)
  ;({ ada, bob, as, run, due, draft, payee, approved, ledgerOf, payoutsOf, beginAnew } = stage)
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
beforeEach(() => beginAnew())

describe('who is due (docs/product/payouts.md#who-is-due)', () => {
  it('is everybody with enough, a proven address and details that count; others with the reason', async () => {
    const rich = await payee(5_000, { account: 'one@pay.example' })
    const same = await payee(2_000, { account: 'ONE@pay.example' })
    const poor = await payee(500, { account: 'two@pay.example' })
    const nowhere = await payee(5_000)
    const unproven = await payee(5_000, { account: 'three@pay.example' })
    await run('update users set email_verified_at = null where id = $1', [unproven.id])
    const suspended = await payee(5_000, { account: 'four@pay.example' })
    await run(`update users set suspended_at = now(), suspended_reason = 'x' where id = $1`, [suspended.id])
    const resting = await payee(5_000, { account: 'eight@pay.example' })
    await run(`update users set payouts_rest_until = $2 where id = $1`, [
      resting.id,
      new Date(now.getTime() + 1),
    ])
    const waiting = await payee(5_000)
    const details = { method: 'wise', account: 'five@pay.example', legal_name: 'May', country: 'AT' }
    await app.request('PUT', '/api/v1/me/payout-details', {
      token: waiting.token,
      body: { ...details, password: waiting.password },
    })
    const debtor = await payee(0, { account: 'six@pay.example' })
    await as(ada, 'POST', 'adjustments', { username: debtor.username, amount: -3, reason: 'Paid twice' })
    const held = await payee(5_000, { account: 'seven@pay.example' })
    await as(ada, 'POST', 'holds', { of: { kind: 'creator', username: held.username }, reason: 'We ask' })
    const found = await due()
    expect(found.due).toEqual([
      {
        ...{ payee_id: rich.payeeId, username: rich.username, former: null, amount: 40, method: 'paypal' },
        ...{ legal_name: 'Maya Okafor', country: 'DE', shared_with: [same.username] },
      },
      expect.objectContaining({ username: same.username, amount: 16, shared_with: [rich.username] }),
    ])
    expect(found).toMatchObject({ minimum: 10, total: 56 })
    const whyOf = (person: Person) =>
      found.not_due.find(({ username }: { username: string }) => username === person.username)?.why
    expect([poor, nowhere, unproven, resting, suspended, waiting, debtor, held].map(whyOf)).toEqual([
      ...[
        'below_minimum',
        'no_details',
        'unproven',
        'resting',
        'suspended',
        'details_wait',
        'negative',
        'held',
      ],
    ])
    // Their creators read the same (docs/product/payouts.md#own-payouts); who is suspended reads nothing.
    const read = ({ token }: Person) => app.request('GET', '/api/v1/me/balance', { token })
    const own = await Promise.all([rich, poor, nowhere, unproven, resting, waiting, debtor, held].map(read))
    expect(own.map(({ body }) => body.why_not_due)).toEqual([
      ...[null, 'below_minimum', 'no_details', 'unproven', 'resting', 'details_wait', 'negative', 'held'],
    ])
  })
})

describe('payout runs (docs/product/payouts.md#payout-runs)', () => {
  it('are drafted, approved by another admin, and in the ledger from then on', async () => {
    const maya = await payee(5_000, { account: 'maya@pay.example' })
    const drafted = await draft()
    expect(drafted).toMatchObject({ status: 201, body: { state: 'draft', total: 40, lines: 1, files: [] } })
    const path = `payout-runs/${drafted.body.id}`
    expect(await ledgerOf(maya)).toEqual([])
    expect(await payoutsOf(maya)).toEqual([])
    expect(await as(ada, 'POST', `${path}/approve`)).toMatchObject({ status: 403 })
    // What comes later is of the next payout.
    await post(app, maya, [{ gross: 3_000, at: now, availableOn: '2026-11-01' }])
    const { status, body } = await as(bob, 'POST', `${path}/approve`)
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ state: 'approved', states: { approved: 1 }, drafted_by: ada.username, decided_by: bob.username },
        files: [
          { kind: 'csv', rows: 1, fetches: 0 },
          { kind: 'paypal', rows: 1 },
        ],
      },
    ])
    expect(await ledgerOf(maya)).toEqual([{ type: 'payout', cents: -4_000 }])
    expect((await as(ada, 'GET', `balances/${maya.username}`)).body).toMatchObject({
      ...{ posted: 64, paid: 40, available: 24 },
    })
    expect(await payoutsOf(maya)).toMatchObject([{ amount: 40, state: 'approved', method: 'paypal' }])
    expect(await as(bob, 'POST', `${path}/approve`)).toMatchObject({ status: 409 })
    expect(await as(bob, 'POST', `${path}/discard`, { reason: 'No' })).toMatchObject({ status: 409 })
    const acts = await run('select action from admin_audit where subject = $1 order by id', [drafted.body.id])
    expect(acts.map(({ action }) => action)).toEqual(['payout.draft', 'payout.approve'])
  })

  it('are drafted once of many at once, and only for what was seen', async () => {
    await payee(5_000, { account: 'one@pay.example' })
    expect(await as(ada, 'POST', 'payout-runs', { total: 1 })).toMatchObject({
      ...{ status: 409, body: { details: { total: 40 } } },
    })
    const answers = await Promise.all([draft(ada), draft(bob), draft(ada), draft(bob)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const id = answers.find(({ status }) => status === 201)?.body.id
    const discard = () => as(bob, 'POST', `payout-runs/${id}/discard`, { reason: 'Too early' })
    const ends = await Promise.all([discard(), discard()])
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409])
    const again = await draft()
    expect(again.status).toBe(201)
    await as(bob, 'POST', `payout-runs/${again.body.id}/discard`, { reason: 'Ends the test' })
  })

  it('are booked once, however often they are approved at once', async () => {
    const payees = [
      await payee(5_000, { account: 'one@pay.example' }),
      await payee(7_000, { account: 'two@pay.example', method: 'wise' }),
    ]
    const { body } = await draft()
    const answers = await Promise.all(
      [bob, bob, bob, bob].map((admin) => as(admin, 'POST', `payout-runs/${body.id}/approve`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    for (const [index, one] of payees.entries())
      expect(await ledgerOf(one)).toEqual([{ type: 'payout', cents: [-4_000, -5_600][index] }])
  })

  it('drop who is not due any more as drafted when they are approved, and pay the others', async () => {
    const maya = await payee(5_000, { account: 'maya@pay.example' })
    const ben = await payee(5_000, { account: 'ben@pay.example' })
    const held = await payee(5_000, { account: 'held@pay.example' })
    const { body } = await draft()
    await as(ada, 'POST', 'adjustments', { username: maya.username, amount: -1, reason: 'A mistake' })
    await as(ada, 'POST', 'holds', { of: { kind: 'creator', username: held.username }, reason: 'We look' })
    const approved = await as(bob, 'POST', `payout-runs/${body.id}/approve`)
    expect(approved).toMatchObject({
      status: 200,
      body: { state: 'approved', total: 40, lines: 1, dropped: 2, files: [{ rows: 1 }, { rows: 1 }] },
    })
    const { body: dropped } = await as(bob, 'GET', `payout-runs/${body.id}/dropped`)
    expect(dropped.items).toEqual([
      { payee_id: maya.payeeId, username: maya.username, former: null, amount: 40, why: 'less_available' },
      { payee_id: held.payeeId, username: held.username, former: null, amount: 40, why: 'held' },
    ])
    expect((await as(bob, 'GET', 'payout-runs')).body.items[0]).toMatchObject({ total: 40, dropped: 2 })
    expect([await ledgerOf(maya), await ledgerOf(held)]).toEqual([
      [{ type: 'manual_adjustment', cents: -100 }],
      [],
    ])
    expect(await ledgerOf(ben)).toEqual([{ type: 'payout', cents: -4_000 }])
    // Nothing of a run goes otherwise.
    const gone = app.database.pool.query('delete from payout_lines where run_id = $1', [body.id])
    await expect(gone).rejects.toThrow('payout line stays')
    expect(await as(bob, 'GET', `payout-runs/${maya.payeeId}/dropped`)).toMatchObject({ status: 404 })
    // She is due again, with what she has now.
    expect((await due()).due.map(({ username }: Person) => username)).toEqual([maya.username])
    await as(ada, 'POST', 'adjustments', { username: maya.username, amount: -35, reason: 'A mistake' })
  })

  it('are not approved where nobody is left, and name whom they would have paid', async () => {
    const maya = await payee(5_000, { account: 'maya@pay.example' })
    const { body } = await draft()
    await as(ada, 'POST', 'adjustments', { username: maya.username, amount: -1, reason: 'A mistake' })
    const { status, body: refusal } = await as(bob, 'POST', `payout-runs/${body.id}/approve`)
    expect([status, refusal.details]).toEqual([409, { lines: [`@${maya.username}`] }])
    expect((await as(bob, 'GET', `payout-runs/${body.id}`)).body).toMatchObject({ state: 'draft', lines: 1 })
    await as(bob, 'POST', `payout-runs/${body.id}/discard`, { reason: 'Changed' })
  })

  it('have files that never change, and warn before they are fetched again', async () => {
    const {
      run: made,
      lines,
      payees,
    } = await approved(
      [5_000, { account: 'maya@pay.example' }],
      [2_000, { account: 'ben@pay.example', method: 'wise' }],
    )
    const fetchOf = (kind: string, again = false) => {
      const file = made.files.find((one: { kind: string }) => one.kind === kind)
      return as(ada, 'POST', `payout-files/${file.id}/fetch`, { again })
    }
    const { body: paypal } = await fetchOf('paypal')
    expect(paypal.text).toBe(
      `"maya@pay.example","40.00","USD","${lines[0].reference}","Your earnings","PayPal"\r\n`,
    )
    const { body: wise } = await fetchOf('wise')
    expect(wise.text).toMatch(/^"name","recipientEmail"/)
    expect(wise.text).toContain(`"ben@pay.example","${lines[1].reference}","PERSON","source","16.00"`)
    expect((await fetchOf('csv')).body.text).toContain(`"${payees[0]?.username}","Maya Okafor","DE","paypal"`)
    expect(await fetchOf('paypal')).toMatchObject({ status: 409, body: { code: 'confirmation_required' } })
    expect((await fetchOf('paypal', true)).body).toEqual(paypal)
    const { body } = await as(ada, 'GET', `payout-runs/${made.id}`)
    expect(body.files.find(({ kind }: { kind: string }) => kind === 'paypal')).toMatchObject({
      ...{ fetches: 2, last_fetched_by: ada.username },
    })
    for (const { sealed } of await run('select sealed from payout_files'))
      expect(sealed.toString()).not.toContain('pay.example')
  })
})

describe('files for machines (docs/product/payouts.md#payout-runs)', () => {
  it('say exactly what was typed, and the list for spreadsheets runs no formula', async () => {
    const { run: made } = await approved(
      [5_000, { account: "'+plus@pay.example" }],
      [5_000, { account: '+more@pay.example', method: 'wise', name: "'t Hooft" }],
    )
    const textOf = async (kind: string) => {
      const file = made.files.find((one: { kind: string }) => one.kind === kind)
      return (await as(ada, 'POST', `payout-files/${file.id}/fetch`, {})).body.text as string
    }
    expect(await textOf('paypal')).toContain(`"'+plus@pay.example","40.00"`)
    expect(await textOf('wise')).toContain(`"'t Hooft","+more@pay.example"`)
    const list = await textOf('csv')
    expect(list).toContain(`"''+plus@pay.example"`)
    expect(list).toContain(`"'+more@pay.example"`)
  })
})

describe('results (docs/product/payouts.md#results)', () => {
  it('come from a provider’s file, once however often it is sent, and what failed is back in the balance', async () => {
    const {
      run: made,
      lines,
      payees,
    } = await approved(
      ...(['a', 'b', 'c', 'd'].map((name) => [5_000, { account: `${name}@pay.example` }]) as [
        number,
        { account: string },
      ][]),
    )
    const text = [
      'Recipient,Transaction ID,Transaction Status,Customer ID',
      `a@pay.example,T-1,Completed,${lines[0].reference}`,
      `b@pay.example,T-2,Denied,${lines[1].reference}`,
      `c@pay.example,T-3,Unclaimed,${lines[2].reference}`,
      `d@pay.example,T-4,Teleported,${lines[3].reference}`,
      'x@pay.example,T-5,Completed,F999999-1',
    ].join('\n')
    const send = () => as(ada, 'POST', `payout-runs/${made.id}/results`, { text, confirm: true })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const states = async () =>
      (await as(ada, 'GET', `payout-runs/${made.id}/lines`)).body.items.map(
        ({ state, attention }: { state: string; attention: { word: string }[] }) => [
          state,
          ...attention.map(({ word }) => word),
        ],
      )
    expect(await states()).toEqual([['paid'], ['failed'], ['sent'], ['approved', 'Teleported']])
    const [a, b] = payees as [Payee, Payee]
    expect(await ledgerOf(a)).toEqual([{ type: 'payout', cents: -4_000 }])
    expect(await ledgerOf(b)).toEqual([
      { type: 'payout', cents: -4_000 },
      { type: 'payout_reversal', cents: 4_000 },
    ])
    expect((await send()).body).toMatchObject({ rows: 5, changed: 0, others: 1, unchanged: 3 })
    expect((await as(ada, 'GET', `payout-runs/${made.id}`)).body).toMatchObject({
      attention: 1,
      // What is back in the balance is paid again, and by no file.
      files: [
        { kind: 'csv', rows: 3, without: 1 },
        { kind: 'paypal', rows: 3, without: 1 },
      ],
    })
    expect(await payoutsOf(b)).toMatchObject([{ state: 'failed', reason: 'The provider says: Denied' }])
    await smtp.mailTo(a.email)
    expect((await smtp.mailTo(a.email)).subject).toBe('You were paid · Folio')
    await smtp.mailTo(b.email)
    expect((await smtp.mailTo(b.email)).text).toContain('Denied')
    // What came back is due again.
    expect((await due()).due.map(({ username }: Person) => username)).toEqual([b.username])
  })

  it('are said by hand, from the state that was seen, and never backwards', async () => {
    const { run: made, lines, payees } = await approved([5_000, { account: 'one@pay.example' }])
    const path = `payout-lines/${lines[0].id}/result`
    const say = (from: string, state: string, more: object = {}) =>
      as(ada, 'POST', path, { from, state, ...more })
    expect(await say('approved', 'paid')).toMatchObject({ status: 409 })
    expect(await say('sent', 'paid')).toMatchObject({ status: 409, body: { details: { state: 'approved' } } })
    await as(ada, 'POST', `payout-runs/${made.id}/sent`)
    expect(await say('sent', 'paid', { provider_reference: 'T-9' })).toMatchObject({
      body: { state: 'paid' },
    })
    const back = await Promise.all([1, 2, 3].map(() => say('paid', 'returned', { reason: 'Account closed' })))
    expect(back.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await ledgerOf(payees[0] as Payee)).toEqual([
      { type: 'payout', cents: -4_000 },
      { type: 'payout_reversal', cents: 4_000 },
    ])
    expect(await say('returned', 'paid')).toMatchObject({ status: 409 })
  })

  it('are of a file that is known and names a payout of the run, in the column that was sent', async () => {
    const { run: made, lines } = await approved([5_000, { account: 'one@pay.example' }])
    const [{ reference }] = lines
    const texts = [
      ...['a,b\n1,2', '"', `Status,Note\nCompleted,${reference}`, 'Unique ID,Status\nF999-1,Completed'],
      `Unique ID,Batch Status\n${reference},Completed`,
      `Name,Reference,Status\n${reference},F999-1,Completed`,
    ]
    for (const text of texts)
      expect(await as(ada, 'POST', `payout-runs/${made.id}/results`, { text })).toMatchObject({
        ...{ status: 400, body: { details: { problems: [{ path: 'text' }] } } },
      })
  })
})

describe('the database (decision 81)', () => {
  it.each([
    'update payout_lines set amount_cents = amount_cents + 1',
    `update payout_lines set state = 'draft'`,
    'delete from payout_lines',
    'truncate payout_lines cascade',
    `update payout_runs set total_cents = 1`,
    `update payout_runs set state = 'discarded'`,
    'delete from payout_runs',
    'update payout_files set rows = 2',
    'delete from payout_file_fetches',
    // Without what it means to the ledger.
    `update payout_lines set state = 'cancelled' where state = 'approved'`,
  ])('refuses: %s', async (statement) => {
    const { run: made } = await approved([2_000, { account: 'one@pay.example' }])
    await as(ada, 'POST', `payout-files/${made.files[0].id}/fetch`, {})
    await expect(run(statement)).rejects.toThrow()
  })
})
