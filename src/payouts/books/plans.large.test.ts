import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, type Person } from '../../../tests/harness/factories.ts'
import { blocksOf, nodesOf, plansOf } from '../../../tests/harness/plans.ts'
import { withoutTriggers } from '../../../tests/harness/without-triggers.ts'
import type { Operation } from '../../../tests/plans/principals.ts'
import { closeMonths } from './closing.ts'
import { listBookEntries, listBookMonths, readBookMonth } from './service.ts'

const zone = { reportTimeZone: 'America/Los_Angeles' }
const now = () => new Date('2026-11-20T12:00:00Z')
let database: TestDatabase
let ana: Person

// 120,000 rows of two years, 5,000 a month; all months but the present one are closed.
beforeAll(async () => {
  database = await createTestDatabase()
  ana = await insertPerson(database.db)
  await withoutTriggers(database, async (run) => {
    await run(
      `insert into earnings_ledger (payee_id, sequence, order_item_id, pair_sequence, transaction_type,
         gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at, marketplace,
         earning_month, previous_hash, hash)
       select $1, n, 'o' || n, 1, 'commission', 400, 80, 320, 2000, current_date, at, 'us',
         date_trunc('month', at - interval '1 month')::date, sha256('x'), sha256(n::text::bytea)
       from generate_series(1, 120000) n,
         lateral (select timestamptz '2024-11-20T00:00:00Z' + n * interval '8 minutes 45 seconds' as at) t`,
      [ana.payeeId],
    )
  })
  await database.owner.pool.query('vacuum (analyze)')
  await closeMonths({ db: database.db, clock: now, actor: null }, zone)
  await database.owner.pool.query('vacuum (analyze)')
}, 300_000)
afterAll(() => database.close())

const as = (db: Parameters<Operation>[0]) => ({
  db,
  clock: now,
  actor: { userId: ana.userId, sessionId: ana.userId, role: 'admin', assurance: null } as never,
})
const later = () =>
  `${Date.parse('2026-03-20T00:00:00Z') * 1_000}_${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}_row`

const operations: [name: string, operation: Operation, maxBlocks: number][] = [
  // The present month is derived: of its rows alone.
  ['the months of a year', (db) => listBookMonths(as(db), {}, zone), 400],
  ['a closed month', (db) => readBookMonth(as(db), '2026-03', zone), 400],
  ['the present month', (db) => readBookMonth(as(db), '2026-11', zone), 800],
  ['a page of a closed month', (db) => listBookEntries(as(db), '2026-03', {}, zone), 150],
  ['a later page of it', (db) => listBookEntries(as(db), '2026-03', { cursor: later() }, zone), 150],
  ['a page of the present month', (db) => listBookEntries(as(db), '2026-11', {}, zone), 150],
]

it.each(operations)('%s is read by keys alone (decision 85)', async (_, operation, maxBlocks) => {
  const plans = await plansOf(database.pool, operation)
  const read = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'earnings_ledger')
  expect(read.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(plans.reduce((sum, plan) => sum + blocksOf(plan), 0)).toBeLessThan(maxBlocks)
})
