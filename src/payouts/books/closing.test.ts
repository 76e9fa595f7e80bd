import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signInAgain, signUpAdmin } from '../../../tests/harness/people.ts'
import { post, signUpPayee } from '../../earnings/testing/ledger.ts'
import { lockMerging } from '../../orders/imports/sql.ts'
import { seenBy } from '../../orders/proof/testing/tampering.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { createPayoutKey } from '../details/payout-key.ts'
import { payoutChecks } from '../proof/verify.ts'
import { closeMonths } from './closing.ts'
import { tryLockBooks } from './closing-sql.ts'

const zone = { reportTimeZone: 'America/Los_Angeles' }
let app: TestApp
let ada: Person
let ana: Awaited<ReturnType<typeof signUpPayee>>
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date('2026-06-10T12:00:00Z')) })
  ada = await signUpAdmin(app)
  ana = await signUpPayee(app)
})
afterAll(() => app.close())

const close = (options = zone) =>
  closeMonths({ db: app.database.db, clock: app.clock.now, actor: null }, options)
const earn = (at: string, gross: number) => post(app, ana, [{ gross, at: new Date(at) }])
async function get(path: string) {
  ada = { ...ada, token: (await signInAgain(app, ada)).access_token }
  return (await app.request('GET', `/api/v1/admin/${path}`, { token: ada.token })).body
}
const monthsOf = async (year = 2026) =>
  (await get(`books?year=${year}`)).items.map(
    ({ month, closed_at, entries, change }: Record<string, { creators: number } & string>) =>
      `${month} ${closed_at ? 'closed' : 'open'} ${entries} ${change?.creators}`,
  )
/** Fails rather than to wait for a lock that the test itself holds. */
const refusingToWait = async (db: Context['db'], work: (db: Context['db']) => Promise<unknown>) => {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await work(db)
}
const run = (statement: string) => app.database.owner.pool.query(statement)

/** A statement that writes down a transfer in dollars for one month, at a time of its own. */
const transferOf = (of: { month: string; cents: number; reference: string; at: string }) => `
  with t as (
    insert into transfers (marketplace, currency, amount, usd_cents, received_on, reference, reference_key, recorded_at)
    values ('us', 'USD', ${of.cents}, ${of.cents}, '${of.at.slice(0, 10)}', '${of.reference}', '', '${of.at}')
    returning id, amount
  )
  insert into transfer_lines (transfer_id, place, kind, earning_month, amount, usd_cents)
  select id, 1, 'commissions', '${of.month}-01', amount, amount from t`

describe('closing (docs/product/books.md#closing)', () => {
  it('closes what is over, from the first entry on, and nothing before there is one', async () => {
    await close()
    expect((await run('select from closed_months')).rowCount).toBe(0)
    // The last moment of June in Los Angeles.
    await earn('2026-06-10T12:00:00Z', 1_000)
    await earn('2026-07-01T06:59:59Z', 500)
    await earn('2026-07-01T07:00:00Z', 200)
    await close()
    expect(await monthsOf()).toEqual(['2026-07 open 1 -1.6', '2026-06 open 2 -12'])
    app.clock.set(new Date('2026-09-01T06:59:00Z'))
    await Promise.all([close(), close(), close()])
    await close()
    expect(await monthsOf()).toEqual(['2026-07 closed 1 -1.6', '2026-06 closed 2 -12'])
    app.clock.set(new Date('2026-09-01T07:00:00Z'))
    await close()
    const { rows } = await run('select month::text, entries::int from closed_months order by month')
    expect(rows).toEqual([
      { month: '2026-06-01', entries: 2 },
      { month: '2026-07-01', entries: 1 },
      { month: '2026-08-01', entries: 0 },
    ])
    expect((await get('books/2026-08')).closed_at).toBe('2026-09-01T07:00:00.000Z')
  })

  it('books what is dated in a closed month in the first that is open, and lists it there', async () => {
    await earn('2026-06-20T12:00:00Z', 300)
    await run(transferOf({ month: '2026-05', cents: 900, reference: 'late', at: '2026-06-30T12:00:00Z' }))
    await run(`insert into month_releases (marketplace, earning_month, released_on, how, reported_cents, received_cents,
      reason, released_at) values ('us', '2026-04-01', '2026-06-30', 'platform', 1, 0, 'late', '2026-06-30T12:00:00Z')`)
    await run(`update transfers set reversed_at = '2026-07-01T12:00:00Z', reversal_reason = 'late'`)
    expect(await monthsOf()).toEqual([
      ...['2026-09 open 3 -2.4', '2026-07 closed 1 -1.6', '2026-06 closed 2 -12'],
    ])
    const { items, next_cursor } = await get('books/2026-09/entries')
    expect(next_cursor).toBeNull()
    expect(items).toMatchObject([
      { kind: 'order', at: '2026-06-20T12:00:00.000Z' },
      { kind: 'receipt', at: '2026-06-30T12:00:00.000Z' },
      { kind: 'receipt_reversed', at: '2026-07-01T12:00:00.000Z' },
    ])
    expect((await get('books/2026-06/entries')).items).toHaveLength(2)
    app.clock.set(new Date('2026-10-05T12:00:00Z'))
    await close()
    expect((await monthsOf())[0]).toBe('2026-09 closed 3 -2.4')
    expect((await get('books/2026-09/entries')).items).toEqual(items)
  })

  it('goes on where it was when the reports’ time zone changes', async () => {
    // October's where September was closed, November's in the zone that holds then.
    await earn('2026-10-01T08:00:00Z', 100)
    await earn('2026-11-01T03:00:00Z', 100)
    app.clock.set(new Date('2026-11-05T12:00:00Z'))
    await close({ reportTimeZone: 'UTC' })
    expect((await monthsOf()).slice(0, 2)).toEqual(['2026-11 open 1 -0.8', '2026-10 closed 1 -0.8'])
    expect(await wrong([])).toEqual({})
  })

  it('waits for nobody who writes entries: what is under way is left for the next time', async () => {
    app.clock.set(new Date('2026-12-05T12:00:00Z'))
    const writer = await app.database.pool.connect()
    await writer.query('begin')
    await writer.query(
      transferOf({ month: '2026-10', cents: 100, reference: 'slow', at: '2026-11-30T12:00:00Z' }),
    )
    await close()
    await writer.query('commit')
    writer.release()
    expect((await get('books/2026-11')).closed_at).toBeNull()
    await close()
    expect(await get('books/2026-11')).toMatchObject({ closed_at: '2026-12-05T12:00:00.000Z', entries: 3 })
  })

  it('leads through a long month page by page, and gives it as a file', async () => {
    await post(
      app,
      ana,
      Array.from({ length: 120 }, (_, n) => ({ gross: 100 + n, at: new Date('2026-12-02T12:00:00Z') })),
    )
    const seen: { id: string }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: { id: string }[]; next_cursor: string | null } = await get(
        `books/2026-12/entries?kind=order${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.items)
      cursor = page.next_cursor
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
    const { items } = await get('export/books?month=2026-12&format=json')
    expect(items.map(({ place }: { place: number }) => place)).toEqual(
      items.map((_: unknown, n: number) => n + 1),
    )
    expect(items).toHaveLength((await get('books/2026-12')).entries)
    expect(await get('books/2026-12/entries?cursor=7')).toMatchObject({ code: 'validation_failed' })
  })

  it('and merging a report hold each other up in neither order', async () => {
    const context = { db: app.database.db, clock: app.clock.now, actor: null }
    app.clock.set(new Date('2027-03-05T12:00:00Z'))
    await inTransaction(context, async (merging) => {
      await lockMerging(merging.db)
      await close()
    })
    expect((await get('books/2027-02')).closed_at).toBe('2027-03-05T12:00:00.000Z')
    await inTransaction(context, async (closing) => {
      expect(await tryLockBooks(closing.db)).toBe(true)
      await inTransaction(context, ({ db }) => refusingToWait(db, lockMerging))
    })
  })
})

const check = 'closed months of the books are unchanged'
const wrong = (tamper: string[]) =>
  seenBy(
    app.database.owner.db,
    async (snapshot) => {
      const key = createPayoutKey({ dataDir: '/nowhere', payouts: { key: undefined, minimumCents: 1_000 } })
      const checks = await payoutChecks({ key, ...zone })(snapshot)
      return checks.filter(({ name }) => name === check)
    },
    tamper.map((statement): RawBuilder<unknown> => sql.raw(statement)),
  )

describe('what was closed (decision 85)', () => {
  it.each([
    ['changed', `update closed_months set entries = 9`, /append-only|never change|refuse/i],
    ['removed', 'delete from closed_month_lines', /append-only|never change|refuse/i],
    [
      'closed again',
      `insert into closed_months values ('2026-06-01', '-infinity', '2026-07-01', 0, sha256(''), now())`,
      /follow/,
    ],
    [
      'added to',
      `insert into closed_month_lines values ('2026-07-01', 'receipt', 'us', null, 1, 1, -1, 0, 0, 0, 0)`,
      /not its entries/,
    ],
  ])('is not %s', async (_, statement, message) => {
    await expect(run(statement)).rejects.toThrow(message)
  })

  it.each([
    [
      'a row that is gone',
      `delete from earnings_ledger where created_at = '2026-06-10T12:00:00Z'`,
      '2026-06',
    ],
    [
      'a row with another amount',
      `update earnings_ledger set user_amount_cents = user_amount_cents + 1, platform_fee_cents = platform_fee_cents - 1
       where created_at = '2026-07-01T07:00:00Z'`,
      '2026-07',
    ],
    [
      'a row of somebody else',
      `update earnings_ledger set payee_id = uuidv7() where created_at < '2026-06-11'`,
      '2026-06',
    ],
    [
      'a receipt that was put in',
      transferOf({ month: '2026-06', cents: 5, reference: 'put in', at: '2026-07-10T12:00:00Z' }),
      '2026-07',
    ],
    [
      'sums that were changed',
      `update closed_month_lines set paid = paid + 1, platform = platform - 1`,
      '2026-06 order',
    ],
    [
      'a month that is gone',
      `delete from closed_months where month = '2026-07-01'`,
      '2026-08: does not follow',
    ],
    ['a late entry that is said to be in time', `delete from late_entries where source = 'row'`, '2026-06'],
  ])('is looked at by verify: %s', async (_, tamper, named) => {
    expect((await wrong([tamper]))[check]?.join('\n')).toContain(named)
  })
})
