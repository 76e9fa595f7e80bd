import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

// Planning takes longer than the look-up. Writing such a function anew may drop what its head sets.
it('functions that a merge calls for each order are planned once a connection (decision 24)', async () => {
  const { rows } = await database.pool.query<{ name: string; kept: boolean }>(`
    select proname as name, proconfig @> '{plan_cache_mode=force_generic_plan,enable_seqscan=off}' as kept
    from pg_proc
    where proname in ('csv_after_returns', 'csv_purchase', 'fee_takings', 'left_by_returns', 'returns_of_csv_orders')
    order by 1`)
  expect(rows).toEqual(
    ['csv_after_returns', 'csv_purchase', 'fee_takings', 'left_by_returns', 'returns_of_csv_orders'].map(
      (name) => ({
        name,
        kept: true,
      }),
    ),
  )
})
