import { type Context, inTransaction } from '../../platform/context.ts'
import type { Settings } from '../../platform/settings/read.ts'
import { lockReleasing } from '../releases/service.ts'
import { insertZone, selectLastZone } from './sql.ts'

/**
 * Records at the start the time zone in which months begin (REPORT_TIME_ZONE), if it has changed: it applies from the
 * next month on (docs/product/earnings.md#statements). Processes that record settings take turns.
 */
export async function noteCalendarZone(
  context: Context,
  { reportTimeZone }: Pick<Settings['earnings'], 'reportTimeZone'>,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockReleasing(tx)
    if ((await selectLastZone(tx.db)) === reportTimeZone) return
    await insertZone(tx.db, reportTimeZone, { at: tx.clock() })
  })
}
