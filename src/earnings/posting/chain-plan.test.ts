import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertOrder, insertPerson } from '../../../tests/harness/factories.ts'
import { watchPlans } from '../../../tests/harness/plans.ts'

let database: TestDatabase
let session: pg.Client
const plans: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  // Plans are shown to superusers alone.
  session = new pg.Client(database.owner.address)
  await session.connect()
  await watchPlans(session, { log_nested_statements: 'on' }, (plan) => plans.push(plan))
})
afterAll(async () => {
  await session.end()
  await database.close()
})

it('the chain’s last row is found by its position even if the plan was made on an empty ledger (decision 27)', async () => {
  const { payeeId } = await insertPerson(database.db)
  const order = await insertOrder(database.db)
  await session.query('analyze payees, earnings_ledger')
  await session.query(
    `insert into earnings_ledger (payee_id, order_item_id, pair_sequence, transaction_type, gross_commission_cents,
       platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     values ($1, $2, 1, 'commission', 100, 20, 80, 2000, '2026-12-30', now())`,
    [payeeId, order.id],
  )
  const lookUps = plans.filter((plan) => plan.includes('order by l.sequence desc'))
  // Before the payee is locked, and after.
  expect(lookUps).toHaveLength(2)
  for (const lookUp of lookUps) {
    expect(lookUp).toMatch(/Index Scan Backward using earnings_ledger_payee_id_sequence_key/)
    expect(lookUp).not.toMatch(/Seq Scan|Sort|Bitmap/)
  }
})
