import type { Context } from '../platform/context.ts'
import { foldDeltas } from './rollups-sql.ts'

/** Folded in one transaction: tenths of a second's work; some seconds' if each is of another product. */
const batch = 10_000

/**
 * Moves what clicks have added to the totals per product into the roll-ups, until nothing is left or `stopping` is
 * aborted, each batch committed by itself: outside a transaction. Several at once take turns; one that is killed has
 * moved its batch wholly or not at all. Recording never waits for it.
 */
export async function foldClicks({ db }: Pick<Context, 'db'>, stopping?: AbortSignal): Promise<void> {
  let moved: number
  do moved = await foldDeltas(db, batch)
  while (moved === batch && !stopping?.aborted)
}
