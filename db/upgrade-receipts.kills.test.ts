import { expect, it } from 'vitest'
import { createPayoutKey } from '../src/payouts/details/payout-key.ts'
import { payoutChecks } from '../src/payouts/proof/verify.ts'
import { ManualClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { verify } from '../src/platform/verification.ts'
import { databaseOf } from '../tests/harness/earlier-database.ts'

const zone = 'America/Los_Angeles'

/** As months were closed until migration 0116: July has a receipt and its reversal, and what is nobody's then. */
const closedJuly = `
  with entries as (
    select 'receipt' as kind, id, recorded_at as at, earning_month, reference, -amount_cents as receivable,
      amount_cents as paid, 0::bigint as nobodys from receipts where recorded_at < '2026-08-01'
    union all
    select 'receipt_reversed', id, reversed_at, earning_month, reference, amount_cents, -amount_cents, 0
    from receipts where reversed_at < '2026-08-01'
    union all
    select 'nobodys', null, null, '2026-05-01', null, 700, 0, -700
  ), closed as (
    insert into closed_months (month, begins_at, ends_at, entries, digest, closed_at)
    select '2026-07-01', '-infinity', '2026-08-01T07:00:00Z', count(*), sha256(string_agg(digest, '' order by digest)),
      '2026-08-01T08:00:00Z'
    from entries cross join lateral (select sha256(convert_to(jsonb_build_array(kind, id,
      (extract(epoch from at) * 1000000)::bigint, 'us', earning_month - date '2000-01-01', null, null, reference, receivable,
      0, 0, paid, nobodys)::text, 'UTF8')) as digest) d
  )
  insert into closed_month_lines (month, kind, marketplace, earning_month, entries, receivable, platform, creators, paid, nobodys)
  select '2026-07-01', kind, 'us', earning_month, count(*), sum(receivable), 0, 0, sum(paid), sum(nobodys)
  from entries group by kind, earning_month`

it('receipts become transfers of one line, and closed months of the books stay as they are (decision 115)', async () => {
  const database = await databaseOf(116)
  const { pool } = database
  const receipt = (reference: string, cents: number, at: string, reversed: string | null = null) =>
    pool.query(
      `insert into receipts (marketplace, earning_month, amount_cents, received_on, reference, recorded_at, reversed_at,
        reversal_reason) values ('us', '2026-05-01', $1, $2::date, $3, $2::timestamptz, $4::timestamptz,
        case when $4::timestamptz is not null then 'Wrong' end)`,
      [cents, at, reference, reversed],
    )
  await receipt('A-1', 300, '2026-07-03T12:00:00Z', '2026-07-04T12:00:00Z')
  await receipt('A-1', 700, '2026-07-05T12:00:00Z')
  await pool.query(closedJuly)
  // References that differed by case alone.
  await receipt('a-1', 5, '2026-08-05T12:00:00Z')
  const before = (await pool.query('select * from closed_months')).rows
  const ids = (await pool.query('select id from receipts order by id')).rows

  await migrate(database.address)
  expect((await pool.query('select * from closed_months')).rows).toEqual(before)
  expect((await pool.query('select id from transfer_lines order by id')).rows).toEqual(ids)
  const { rows } = await pool.query(
    `select reference, amount::int, reversed_at is null as stands, reference_key = 'a-1' as keeps from transfers order by id`,
  )
  expect(rows).toEqual([
    { reference: 'A-1', amount: 300, stands: false, keeps: true },
    { reference: 'A-1', amount: 700, stands: true, keeps: true },
    { reference: 'a-1', amount: 5, stands: true, keeps: false },
  ])
  const lines: string[] = []
  const key = createPayoutKey({ dataDir: '/none', payouts: { key: undefined, minimumCents: 1_000 } })
  const context = {
    db: database.db,
    clock: new ManualClock(new Date('2026-09-01T12:00:00Z')).now,
    actor: null,
  }
  await verify(context, [payoutChecks({ key, reportTimeZone: zone })], (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})
