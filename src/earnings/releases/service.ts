import { type Context, inTransaction } from '../../platform/context.ts'
import type { Settings } from '../../platform/settings/read.ts'
import { reportDay } from '../reading/serialize.ts'
import {
  insertRelease,
  insertRule,
  lockReleases,
  type MonthOf,
  type MonthState,
  type NewRelease,
  selectFirstByReceipts,
  selectLastRule,
  selectMonthStates,
  shareReleases,
} from './sql.ts'

/**
 * Notes at the start when months become posted (EARNINGS_RELEASE), where that has changed: it applies to the months
 * after the present one (docs/product/ledger.md#status).
 */
export async function noteReleaseRule(
  context: Context,
  { release, ...options }: Pick<Settings['earnings'], 'release' | 'reportTimeZone'>,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockReleases(tx.db)
    if ((await selectLastRule(tx.db)) === release) return
    await insertRule(tx.db, release, { today: reportDay(tx, options), at: tx.clock() })
  })
}

/** Has releases of months and records of receipts take turns until the transaction ends. */
export const lockReleasing = ({ db }: Context): Promise<unknown> => lockReleases(db)

/**
 * Has those turns wait until the transaction, which posts, ends: they then see the orders of all ledger rows that
 * they see. Its first step, before what it locks.
 */
export const shareReleasing = ({ db }: Context): Promise<unknown> => shareReleases(db)

/** The first month that has ever gone by receipts, as `2026-11`; undefined for none. */
export const firstByReceipts = ({ db }: Context): Promise<string | undefined> => selectFirstByReceipts(db)

/**
 * Lets a month of a marketplace count as posted from its day on, for good. False for one that is released already. The
 * caller has taken a turn, and says why in amounts of cents.
 */
export const releaseMonth = ({ db }: Context, release: NewRelease): Promise<boolean> =>
  insertRelease(db, release)

/** When months become posted, and their releases, in the order given. */
export const monthStates = ({ db }: Context, months: MonthOf[]): Promise<MonthState[]> =>
  selectMonthStates(db, months)
