import type { TestDatabase } from '../../tests/harness/database.ts'
import { insertOrder } from '../../tests/harness/factories.ts'

/** A row of an order of $5.00 in the ledger, by the columns of the first version; its first unless `place` says otherwise. */
export async function postAsBefore(
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  { payeeId }: { payeeId: string },
  {
    order,
    productId = null,
    place = 1,
    gross = 500,
    at = new Date(),
  }: { order: string; productId?: string | null; place?: number; gross?: number; at?: Date },
) {
  if (place === 1) await insertOrder(db, { id: order })
  await pool.query(
    `insert into earnings_ledger (payee_id, order_item_id, product_id, pair_sequence, transaction_type,
       gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     values ($1, $2, $3, $4::int, case when $4::int = 1 then 'commission' else 'return' end, $5::int, $5::int / 5,
       $5::int - $5::int / 5, 2000, '2026-11-29', $6)`,
    [payeeId, order, productId, place, gross, at],
  )
}
