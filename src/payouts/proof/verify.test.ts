import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signInAgain, signUpAdmin } from '../../../tests/harness/people.ts'
import { balanceChecks } from '../../earnings/index.ts'
import { signUpPayee } from '../../earnings/testing/ledger.ts'
import { calculate, giveOrder, putOrder, report } from '../../orders/posting/testing/orders.ts'
import { seenBy } from '../../orders/proof/testing/tampering.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { Checks } from '../../platform/verification.ts'
import { dayMs } from '../../shared/time.ts'
import { createPayoutKey } from '../details/payout-key.ts'
import { ageDetails } from '../testing/age-details.ts'
import { receiptOf } from '../testing/receipts.ts'
import { payoutChecks } from './verify.ts'

const payoutKey = Buffer.alloc(32, 7)
const options = { reportTimeZone: 'America/Los_Angeles' }
const checksWith =
  (key: Buffer): Checks =>
  async (snapshot) => [
    ...(await balanceChecks(options)({ ...snapshot, clock: app.clock.now })),
    ...(await payoutChecks({
      key: createPayoutKey({ dataDir: '/nowhere', payouts: { key, minimumCents: 1_000 } }),
      ...options,
    })(snapshot)),
  ]

let app: TestApp
let ada: Person
let bob: Person
const as = ({ token }: Person, path: string, body?: unknown, method = 'POST') =>
  app.request(method, `/api/v1/admin/${path}`, { token, ...(body !== undefined && { body }) })
async function goTo(day: string) {
  app.clock.advance(Date.parse(`${day}T12:00:00Z`) - app.clock.now().getTime())
  ada = { ...ada, token: (await signInAgain(app, ada)).access_token }
  bob = { ...bob, token: (await signInAgain(app, bob)).access_token }
}

// August was paid in full, September with a shortfall of which an order is held, October is not paid. Of a payout of
// three, one was paid, one failed and one is under way; another is a draft, and a third one was discarded.
beforeAll(async () => {
  const clock = new ManualClock(new Date('2026-07-15T12:00:00Z'))
  app = await startTestApp({
    clock,
    env: { EARNINGS_RELEASE: 'receipt', PAYOUT_KEY: payoutKey.toString('base64') },
  })
  ada = await signUpAdmin(app)
  bob = await signUpAdmin(app)
  await goTo('2026-11-20')
  const people: Awaited<ReturnType<typeof signUpPayee>>[] = []
  for (const [index, method] of ['paypal', 'wise', 'paypal', 'paypal'].entries()) {
    const person = await signUpPayee(app)
    await proveAddress(app, person)
    const body = { method, account: `${index}@pay.example`, legal_name: 'Maya Okafor', country: 'DE' }
    await app.request('PUT', '/api/v1/me/payout-details', {
      token: person.token,
      body: { ...body, password: person.password },
    })
    people.push(person)
  }
  await ageDetails(app.database, 8)
  const { db } = app.database
  const earn = async (index: number, date: string, cents: number) => {
    const id = randomUUID()
    const person = people[index]
    if (!person) throw new Error('nobody')
    await putOrder(db, id, { cents, date })
    await giveOrder(db, id, { person: { ...person, userId: person.id } })
    await calculate({ db, clock: clock.now })
    return id
  }
  for (const index of [0, 1, 2]) await earn(index, '2026-08-20', 5_000)
  const held = await earn(0, '2026-09-20', 700)
  await earn(1, '2026-09-21', 900)
  await earn(2, '2026-10-21', 900)
  const pay = async (month: string, amount: number) =>
    (
      await as(
        ada,
        'receipts',
        receiptOf({ month, amount, received_on: '2026-11-19', reference: randomUUID() }),
      )
    ).body
  await report(db, '2026-11-19')
  const mistaken = await pay('2026-09', 1)
  await as(ada, `receipts/${mistaken.id}/reverse`, { reason: 'Of another month' })
  clock.advance(1_000)
  await pay('2026-08', 150)
  await pay('2026-09', 9)
  await as(ada, 'months/us/2026-09/release', {
    ...{ how: 'orders_held', order_item_ids: [held], reason: 'Amazon did not pay for it' },
  })
  await goTo('2026-11-25')
  const draft = async () => {
    const { body } = await as(ada, 'payouts/due', undefined, 'GET')
    return (await as(ada, 'payout-runs', { total: body.total })).body
  }
  await as(bob, `payout-runs/${(await draft()).id}/discard`, { reason: 'Too early' })
  const { id } = await draft()
  expect(await as(bob, `payout-runs/${id}/approve`)).toMatchObject({ status: 200 })
  await as(ada, `payout-runs/${id}/sent`)
  const { items } = (await as(ada, `payout-runs/${id}/lines`, undefined, 'GET')).body
  await as(ada, `payout-lines/${items[0].id}/result`, { from: 'sent', state: 'paid' })
  await as(ada, `payout-lines/${items[1].id}/result`, { from: 'sent', state: 'failed', reason: 'Closed' })
  await as(ada, 'holds', { of: { kind: 'month', marketplace: 'us', month: '2026-10' }, reason: 'We ask' })
  const fourth = people[3]
  clock.advance(dayMs)
  ada = { ...ada, token: (await signInAgain(app, ada)).access_token }
  await as(ada, 'adjustments', { username: fourth?.username, amount: 50, reason: 'A prize' })
  await draft()
}, 60_000)
afterAll(() => app.close())

const days = 'ledger rows count as posted from the day of their calendar or release'
const balances = 'balances equal their ledger rows, and no more is held than is left'
const receipts = 'receipts equal the sums of their lines, and count once'
const releases = 'releases name the amount received by then, and their reason'
const holds = 'each hold is of one thing, and ends once'
const unpaid = 'released months hold the orders that Amazon has not paid'
const runs = 'payouts add up to their lines'
const lines = 'lines of payouts are in the ledger once, by their state'
const files = 'files of payouts match their lines'

const books = 'the books sum to zero, and match ledger, receipts and releases'

const seen = (tamper: string[], key = payoutKey) =>
  seenBy(
    app.database.owner.db,
    checksWith(key),
    tamper.map((statement): RawBuilder<unknown> => sql.raw(statement)),
  )
const line = (place: number) => `id = (select l.id from payout_lines l join payout_runs r on r.id = l.run_id
  where r.state = 'approved' and place = ${place})`
const entry = (type: string, place: number) =>
  `transaction_type = '${type}' and evidence ->> 'reference' = (select id::text from payout_lines where ${line(place)})`
const openly = 'alter table payout_lines drop constraint payout_lines_state_check'

describe('npm run verify: payouts', () => {
  it('finds nothing where nothing is wrong, and opens files where their key is', async () => {
    expect(await seen([])).toEqual({})
    expect(await seen([], Buffer.alloc(32, 8))).toEqual({})
    const all = await checksWith(payoutKey)({ db: app.database.db, actor: null, clock: app.clock.now })
    const found = Object.fromEntries(
      await Promise.all(all.map(async ({ name, find }) => [name, (await find()).compared])),
    )
    expect(found).toEqual({
      [days]: '5 days of months',
      [balances]: '4 payees',
      [receipts]: '3 receipts',
      [releases]: '2 months',
      [unpaid]: '2 months',
      [holds]: '2 holds',
      [runs]: '3 payouts',
      [lines]: '8 lines',
      [files]: '3 of 3 files opened',
      [books]: '15 entries',
      'closed months of the books are unchanged': '0 months',
      'balances of people who have left moved once in the ledger': '0 rows',
    })
  })

  it.each([
    [
      'a cent of a receipt',
      'update transfers set amount = amount + 1, usd_cents = usd_cents + 1',
      [receipts],
    ],
    [
      'a cent of a receipt’s line',
      'update transfer_lines set amount = amount + 1, usd_cents = usd_cents + 1',
      [receipts, releases],
    ],
    ['a line that is gone', `delete from transfer_lines where amount = 15000`, [receipts, releases, unpaid]],
    [
      'a receipt twice',
      `update transfers set reference = 'A', reference_key = 'a'`,
      [receipts],
      'drop index transfers_reference',
    ],
    ['a line of another month', `update transfer_lines set earning_month = '2026-12-01'`, [releases, unpaid]],
    [
      'a line of a bounty',
      `update transfer_lines set kind = 'bounty'`,
      [receipts],
      'alter table transfer_lines drop constraint transfer_lines_month',
    ],
    [
      'a reversal taken back',
      'update transfers set reversed_at = null, reversed_by = null, reversal_reason = null',
      [releases],
    ],
    [
      'what a release had received',
      'update month_releases set received_cents = received_cents + 1',
      [releases],
    ],
    ['a day of a release', `update month_releases set released_on = '2026-12-20'`, [releases]],
    [
      'a release without a receipt',
      `insert into month_releases (marketplace, earning_month, released_on, how,
      reported_cents, received_cents, released_at) values ('us', '2026-10-01', '2026-11-21', 'paid_in_full', 900, 900,
      '2026-11-21T12:00:00Z')`,
      [releases, unpaid],
    ],
    [
      'an order that Amazon has not paid and that is let go',
      `update payout_holds set ended_at = set_at, end_reason = 'x' where unpaid_month is not null`,
      [unpaid],
    ],
    [
      'an order that is held though Amazon has paid for it',
      `insert into payout_holds (order_item_id, unpaid_marketplace, unpaid_month, reason, set_at)
       select order_item_id, 'us', '2026-08-01', 'x', now() from amazon_orders where order_date = '2026-08-20' limit 1`,
      [unpaid],
    ],
    [
      'an order that is held for a month that is not released',
      `insert into payout_holds (order_item_id, unpaid_marketplace, unpaid_month, reason, set_at)
       select order_item_id, 'us', '2026-10-01', 'x', now() from amazon_orders where order_date = '2026-10-21' limit 1`,
      [unpaid],
    ],
    [
      'a hold that is called borne',
      `update payout_holds set borne = 5, borne_currency = 'USD' where unpaid_month is not null`,
      [holds],
      'alter table payout_holds drop constraint payout_holds_check4',
    ],
    [
      'a release of a month by the calendar',
      `insert into month_releases (marketplace, earning_month, released_on, how,
      reported_cents, received_cents, released_at) values ('us', '2026-05-01', '2026-11-21', 'paid_in_full', 0, 0,
      '2026-11-21T12:00:00Z')`,
      [days],
    ],
    [
      'months that count too early',
      `create or replace function release_day(market text, month date) returns date
      language sql stable return case when month is not null then date '2026-11-21' end`,
      [days, balances],
    ],
    [
      'a hold of nothing',
      `update payout_holds set order_item_id = 'none' where order_item_id is not null`,
      [holds, unpaid],
    ],
    [
      'a hold that ended in part',
      `update payout_holds set ended_at = set_at`,
      [holds, unpaid],
      'alter table payout_holds drop constraint payout_holds_check1',
    ],
    [
      'an amount of a line',
      `update payout_lines set amount_cents = amount_cents + 1 where ${line(1)}`,
      [runs, lines, files],
    ],
    ['a line that is gone', `delete from payout_lines where ${line(3)}`, [runs, lines, files]],
    [
      'a line of somebody else',
      `update payout_lines set payee_id =
      (select payee_id from payout_lines l join payout_runs r on r.id = l.run_id where r.state = 'draft'
        and payee_id not in (select payee_id from payout_lines where state <> 'draft'))
      where ${line(3)}`,
      [lines, files],
    ],
    [
      'an account of a line',
      `update payout_lines set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where ${line(1)}`,
      [files],
    ],
    ['a failed line that is called paid', `update payout_lines set state = 'paid' where ${line(2)}`, [lines]],
    [
      'a paid line that is called failed',
      `update payout_lines set state = 'failed', left_file_at = state_at where ${line(1)}`,
      [lines],
    ],
    [
      'a line that is called a draft',
      `update payout_lines set state = 'draft' where ${line(1)}`,
      [runs, lines],
    ],
    [
      'a payout twice',
      `insert into earnings_ledger select (l).* from (select l from earnings_ledger l where ${entry('payout', 1)}) x`,
      [balances, lines, books],
      `alter table earnings_ledger drop constraint earnings_ledger_pkey cascade,
        drop constraint earnings_ledger_payee_id_sequence_key; drop index earnings_ledger_reference`,
    ],
    [
      'a payout that is gone',
      `delete from earnings_ledger where ${entry('payout', 1)}`,
      [balances, lines, books],
    ],
    [
      'what came back that is gone',
      `delete from earnings_ledger where ${entry('payout_reversal', 2)}`,
      [balances, lines, books],
    ],
    [
      'a payout of no line',
      `update earnings_ledger set evidence = '{"reference": "x"}' where ${entry('payout', 1)}`,
      [lines],
    ],
    [
      'a draft that is called approved',
      `update payout_runs set state = 'approved', decided_at = now() where state = 'draft'`,
      [runs, files],
    ],
    ['a sum of a run', 'update payout_runs set total_cents = total_cents + 1', [runs]],
    ['a digest of a file', `update payout_files set sha256 = sha256('x') where kind = 'csv'`, [files]],
    [
      'a file with another text',
      `update payout_files f set sealed = o.sealed from payout_files o where f.kind = 'wise' and o.kind = 'paypal'`,
      [files],
    ],
    ['a file that is gone', `delete from payout_files where kind = 'wise'`, [files]],
    [
      'a sum of a quarter of an hour',
      'update earnings_quarters set user_amount_cents = user_amount_cents + 1',
      [balances, books],
    ],
  ])('finds %s', async (_, tamper, names, before = openly) => {
    expect(Object.keys(await seen([before, tamper])).sort()).toEqual(names.toSorted())
  })

  it('counts rows of files where the key is not here', async () => {
    expect(
      await seen([`update payout_files set rows = rows + 1 where kind = 'csv'`], Buffer.alloc(32, 8)),
    ).toEqual({
      [files]: ['payout-2-csv.csv: has 4 rows'],
    })
  })
})
