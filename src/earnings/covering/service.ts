import type { Context } from '../../platform/context.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import type { AttachedEntry } from '../contract.ts'
import { attachedEntries } from '../reading/ledger.ts'
import { readLedgerCursor } from '../reading/ledger-rules.ts'
import { type LedgerOptions, reportDay } from '../reading/serialize.ts'
import { type Moment, selectCovered, selectCoveredRows } from './sql.ts'

/** When a payout was drafted, and the last row of its payee's ledger at that time, if known. */
export type Drafted = { at: Date; through: number | null }

/** What a payout covers, in cents. */
export type Covering = {
  /** The rest of rows that an earlier payout had covered: held then, or less than the minimum. */
  left: number
  /** The sum of its rows. */
  changed: number
  /** The same by kind: before the fee, the fee below zero, adjusted by hand, and payouts that came back. */
  sums: Record<'sales' | 'returns' | 'fee' | 'by_hand' | 'came_back', number>
  /** The held part of it, which stays for the next payout. */
  held: number
  items: { entry: AttachedEntry; cents: number }[]
  next_cursor: string | null
}

/**
 * The rows that a payout covers (docs/product/payouts.md#what-a-payout-covers): those that became posted since the
 * payout before, and those that came back. Its amount is what was left before plus these changes, less what is held.
 * The caller checks who may know it. Throws `validation_failed` for an invalid cursor.
 */
export async function coveredBy(
  context: Context,
  payeeId: string,
  {
    before,
    now,
    cursor,
    limit = 50,
  }: { before: Drafted | null; now: Drafted; cursor?: string | undefined; limit?: number },
  options: LedgerOptions,
): Promise<Covering> {
  const moment = (drafted: Drafted): Moment => ({
    ...drafted,
    day: reportDay({ ...context, clock: () => drafted.at }, options),
  })
  const between = { before: before && moment(before), now: moment(now) }
  const position = parseCursor(cursor, readLedgerCursor)
  const { posted, paid, held, changed, ...sums } = await selectCovered(context.db, payeeId, between)
  const rows = await selectCoveredRows(context.db, payeeId, between, { before: position, limit: limit + 1 })
  const entries = await attachedEntries(
    context,
    rows.map(({ id }) => id),
    options,
  )
  const page = toPage(rows, {
    limit,
    serialize: ({ id, change }) => {
      const entry = entries.get(id)
      if (!entry) throw new Error('A row of the ledger is gone.')
      return { entry, cents: change }
    },
    cursorOf: ({ sequence }) => String(sequence),
  })
  return {
    left: posted - paid - changed,
    changed,
    sums,
    held: Math.min(Math.max(held, 0), Math.max(posted - paid, 0)),
    ...page,
  }
}
