import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { baseline } from '../src/platform/database/migrations/standing.ts'
import { createOwnedDatabase } from '../tests/harness/database.ts'

// docs/decisions/0042-which-format-pays.md, and db/migrations/0001_words_of_the_field.sql

const doubts = (kind: string) => [
  { kind: 'reopened', rows: 1 },
  { kind, rows: 2, examples: ['"kind": "twins"'] },
]

it('what was stored of duplicates under their earlier name is read under the present one', async () => {
  const { address, pool, close } = await createOwnedDatabase('template1')
  onTestFinished(close)
  await migrate(address, { upTo: baseline })
  const at = new Date('2026-09-01T12:00:00Z')
  const stored = JSON.stringify(doubts('twins'))
  const preview = (name: string) => ({ imported: 1, [name]: [{ order_item_id: 'twins' }] })
  await pool.query(
    `insert into import_batches (marketplace, report_as_of, created_at, state, doubts, confirmed, preview)
     values ('us', $1, $1, 'discarded', $2, $2, $3)`,
    [at, stored, JSON.stringify(preview('twins'))],
  )
  await pool.query(
    `insert into paying_date_changes (marketplace, starts_on, confirmed, doubts, created_at)
     values ('us', '2026-09-01', $2, $2, $1)`,
    [at, stored],
  )
  const path = '/api/v1/admin/orders/:id'
  const asked = (name: string) => ({ params: { id: 'one' }, body: { [name]: 'other', choice: 'two_sales' } })
  await pool.query(
    `insert into admin_proposals (call, asked, moves, proposed_at) values ($1, $2, '[]', $3)`,
    [`PUT ${path}/twin`, JSON.stringify(asked('twin_id')), at],
  )
  await pool.query(
    `insert into twin_decisions (folio_item_id, fee_item_id, is_same_sale, decided_at) values ('a', 'b', true, $1)`,
    [at],
  )

  await migrate(address)
  const renamed = doubts('duplicates')
  expect((await pool.query('select doubts, confirmed, preview from import_batches')).rows).toEqual([
    { doubts: renamed, confirmed: renamed, preview: preview('duplicates') },
  ])
  expect((await pool.query('select doubts, confirmed from paying_date_changes')).rows).toEqual([
    { doubts: renamed, confirmed: renamed },
  ])
  expect((await pool.query('select call, asked from admin_proposals')).rows).toEqual([
    { call: `PUT ${path}/duplicate`, asked: asked('duplicate_id') },
  ])
  expect((await pool.query('select folio_item_id, fee_item_id from same_sales')).rows).toEqual([
    { folio_item_id: 'a', fee_item_id: 'b' },
  ])
  const { rows } = await pool.query(`
    select conname as name from pg_constraint union all select tgname from pg_trigger
    union all select relname from pg_class`)
  expect(rows.filter(({ name }) => /twin|order_matches_is_held|press_flags_most/.test(name))).toEqual([])
})
