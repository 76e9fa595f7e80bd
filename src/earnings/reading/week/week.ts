import type { Context } from '../../../platform/context.ts'
import { type LedgerOptions, reportDay } from '../serialize.ts'
import { selectWeeksOfPayees, type WeekOfPayee } from './week-sql.ts'

/**
 * What payees earned in a week that is over, in cents, posted or pending as of now; those without anything are left
 * out (docs/product/notes.md#what-counts). The caller checks who may know it.
 */
export const weeksOfPayees = (
  context: Context,
  payeeIds: string[],
  { from, until, ...options }: LedgerOptions & { from: Date; until: Date },
): Promise<WeekOfPayee[]> =>
  selectWeeksOfPayees(context.db, payeeIds, { from, until, today: reportDay(context, options), ...options })
