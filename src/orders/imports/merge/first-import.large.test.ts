import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../../tests/harness/people.ts'
import { reportText } from '../../testing/report-text.ts'
import { type Imports, importsOf } from '../testing/stage.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  imports = importsOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())

const orders = 10_000
const returned = 1_000

// The statement is planned while there is no order, as a restore or a dump has it counted: one that looks an order up
// reads all that it has written, and a million took for ever.
it('the first import does not read the orders that it is writing (decision 24)', async () => {
  await app.database.owner.pool.query('analyze amazon_orders')
  const rows = Array.from({ length: orders }, (_, n) => ({ order_item_id: `first-${n}` }))
  const back = rows.slice(0, returned).map((row) => ({ ...row, quantity: '-1', commission_amount: '-1.00' }))
  const text = reportText([...rows, ...back])
  expect(await imports.add(text, { apply: true })).toMatchObject({ state: 'merged', imported: orders })
  const { pool } = app.database
  const sums = async () =>
    (
      await pool.query<{ inserted: number; pages: number }>(
        `select n_tup_ins as inserted, heap_blks_hit as pages
         from pg_stat_user_tables join pg_statio_user_tables using (relid) where relid = 'amazon_orders'::regclass`,
      )
    ).rows[0]
  await expect.poll(async () => (await sums())?.inserted, { timeout: 30_000 }).toBe(orders)
  expect((await sums())?.pages).toBeLessThan(15 * orders)
})
