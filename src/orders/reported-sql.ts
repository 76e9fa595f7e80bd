import { sql } from 'kysely'

/** Whether an order `o` is itself a return of Amazon's own reports, which belongs to nobody. */
const isReturn = sql`o.format = 'fee_earnings' and o.order_status = 'returned' and coalesce(
  (select order_status = 'returned' from order_observations where id = o.observation_id limit 1), false)`

/**
 * Whether some report has it as a purchase. An order that was withdrawn or restated as a return is decided once it is
 * reported again.
 */
export const isReported = sql`(o.observation_id is not null and not (${isReturn}))`
