import { localDays } from '../clicks/index.ts'
import type { Context } from '../platform/context.ts'

export type LedgerOptions = {
  /** Where the days begin on which earnings become posted. */
  reportTimeZone: string
}

/** The day by which a row of the ledger is posted or pending (decisions: Ledger). */
export const reportDay = (context: Context, { reportTimeZone }: LedgerOptions): string =>
  localDays(reportTimeZone)(context.clock())
