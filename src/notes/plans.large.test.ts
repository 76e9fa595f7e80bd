import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillDatabase } from '../../bench/data/fill.ts'
import { planSize } from '../../bench/data/size.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { blocksOf, nodesOf, plansOf } from '../../tests/harness/plans.ts'
import type { Operation } from '../../tests/plans/principals.ts'
import { viewsOfPeople } from '../clicks/index.ts'
import { weeksOfPayees } from '../earnings/index.ts'
import { listOwnNotes } from './reading.ts'
import { lastDayBegins, longestTitle, type Week, weekDue } from './rules.ts'
import {
  type DueAccount,
  insertNotes,
  selectDueAccounts,
  selectNewFollowers,
  selectSaved,
  selectTitles,
  selectToMend,
} from './sql.ts'

const zone = 'America/Los_Angeles'
let database: TestDatabase
let accounts: DueAccount[]
let week: Week

beforeAll(async () => {
  database = await createTestDatabase()
  const client = await database.owner.pool.connect()
  await fillDatabase(client, planSize)
  await client.query(`
    insert into weekly_note_marks (user_id, week) select id, '2025-01-06' from users;
    insert into weekly_notes (user_id, week, facts, written_at)
    select id, date '2025-01-06' - 7 * n, '{}', now() from users, generate_series(1, 3) n`)
  await client.query('vacuum (analyze)')
  const { rows } = await client.query('select max(quarter) as last from click_quarters')
  client.release()
  week = weekDue(zone, new Date(+rows[0].last + 9 * 86_400_000)) as Week
  accounts = await dueAccounts()
}, 600_000)
afterAll(() => database.close())

const dueAccounts = (db: Parameters<Operation>[0] = database.db, after: string | null = null) =>
  selectDueAccounts(db, {
    due: [{ zone, from: week.from, before: lastDayBegins(week) }],
    ...{ fallback: zone, after, limit: 200 },
  })
const ids = () => accounts.map(({ user_id }) => user_id)
const span = () => ({ from: week.edges[0] as Date, until: week.edges[7] as Date })
const as = (db: Parameters<Operation>[0]) => ({ db, clock: () => new Date(), actor: null })

/** Blocks of 8 kB for 200 accounts together. */
const operations: [name: string, operation: Operation, maxBlocks: number][] = [
  ['who is due', (db) => dueAccounts(db), 4_000],
  ['who is due after some', (db) => dueAccounts(db, ids().at(-1)), 4_000],
  ['visits', (db) => viewsOfPeople(as(db), ids(), week.edges), 200_000],
  ['followers', (db) => selectNewFollowers(db, ids(), span()), 4_000],
  ['saves', (db) => selectSaved(db, ids(), span()), 100_000],
  ['what can be mended', (db) => selectToMend(db, ids(), longestTitle), 60_000],
  ['titles', (db) => selectTitles(db, ids()), 2_000],
  [
    'earnings',
    (db) =>
      weeksOfPayees(
        as(db),
        accounts.map(({ payee_id }) => payee_id),
        { ...span(), reportTimeZone: zone },
      ),
    40_000,
  ],
  [
    'writing',
    (db) => insertNotes(db, { week: week.from, at: new Date(), userIds: ids(), notes: [] }),
    20_000,
  ],
  [
    'a page of one’s own',
    (db) =>
      listOwnNotes(
        { ...as(db), actor: { userId: ids()[0] ?? '', sessionId: '', role: 'user' } },
        { cursor: '2024-01-01' },
      ),
    20,
  ],
]

it.each(operations)(
  '%s is read by keys, of 200 accounts at once (docs/decisions/0134-weekly-note.md)',
  async (name, operation, maxBlocks) => {
    expect(accounts).toHaveLength(200)
    const plans = await plansOf(database.pool, operation)
    expect(plans).toHaveLength(1)
    const scanned = plans
      .flatMap(nodesOf)
      .filter((node) => node['Node Type'] === 'Seq Scan' && Number(node['Actual Rows']) > 2_000)
    expect(
      scanned.map((node) => node['Relation Name']),
      name,
    ).toEqual([])
    const blocks = plans.reduce((sum, plan) => sum + blocksOf(plan), 0)
    expect(blocks, name).toBeLessThan(maxBlocks)
  },
)
