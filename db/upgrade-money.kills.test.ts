import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { earningsChecks } from '../src/earnings/index.ts'
import { match } from '../src/orders/matching/testing/orders.ts'
import { calculate } from '../src/orders/posting/testing/orders.ts'
import { orderChecks } from '../src/orders/proof/verify.ts'
import { ManualClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { verify } from '../src/platform/verification.ts'
import type { TestDatabase } from '../tests/harness/database.ts'
import { databaseOf } from '../tests/harness/earlier-database.ts'

/**
 * All rows, by table, of a database of the version with migration 0031: sixteen random histories of clicks, reports,
 * decisions, matchings and postings (src/orders/testing/model), of seed 505.
 */
const left: Record<string, object[]> = JSON.parse(
  gunzipSync(readFileSync(path.join(import.meta.dirname, 'testing/left-by-0031.json.gz'))).toString(),
)
const later = new Date('2027-12-01T12:00:00Z')

async function restore({ pool }: TestDatabase) {
  const statements = Object.entries(left).map(([table, rows]) => {
    const columns = [...new Set(rows.flatMap(Object.keys))].map((name) => `"${name}"`).join(', ')
    const values = JSON.stringify(rows).replaceAll("'", "''")
    return `insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, '${values}');`
  })
  // In one transaction, without triggers and keys, whose results are among the rows.
  await pool.query(`set local session_replication_role = replica; ${statements.join('\n')}`)
}

/** The money tables whose earlier rows must stay unchanged. */
const tables = ['order_matches', 'earnings_ledger', 'earnings_holds', 'posting_runs', 'earnings']
async function money({ pool }: TestDatabase) {
  const known: Record<string, object[]> = {}
  for (const table of tables) {
    const { rows } = await pool.query(`select to_jsonb(t) as row from ${table} t`)
    known[table] = rows.map(({ row }) => row)
  }
  return known
}

it('an upgrade changes neither matches, ledger nor reviews, and npm run verify agrees', async () => {
  const database = await databaseOf(31)
  await restore(database)
  const before = await money(database)
  expect(before.earnings_ledger?.length).toBe(25)
  expect(before.order_matches?.some((row) => 'review' in row && row.review === 'own_purchase')).toBe(true)

  await migrate(database.address)
  const after = await money(database)
  for (const table of tables) {
    // Whole rows, by the columns of that version.
    const names = Object.keys(before[table]?.[0] ?? {})
    const some = (after[table] ?? []).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))),
    )
    expect(some).toHaveLength(before[table]?.length ?? 0)
    expect(some).toEqual(expect.arrayContaining(before[table] ?? []))
  }
  expect(await wrong(database)).toEqual([])

  // The next matching gives no order to anybody else, and waiting orders are posted.
  const queues = async () =>
    (await database.pool.query('select order_item_id as id from orders_to_post order by 1')).rows
  const waited = await queues()
  await match(database.db, { now: later })
  expect(await queues()).toEqual(waited)
  await calculate({ db: database.db, clock: new ManualClock(later).now })
  expect(await wrong(database)).toEqual([])
})

async function wrong({ db }: TestDatabase): Promise<string[]> {
  const lines: string[] = []
  const context = { db, clock: new ManualClock(later).now, actor: null }
  await verify(context, [earningsChecks, orderChecks], (line) => lines.push(line))
  return lines.filter((line) => !line.startsWith('ok '))
}
