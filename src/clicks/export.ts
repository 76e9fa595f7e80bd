import type pg from 'pg'
import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { readByCursor } from '../platform/database/cursor.ts'
import { fileText } from '../platform/files/export.ts'
import type { InBatches } from '../platform/files/json-object.ts'
import { createRateLimiter, type RateLimiter } from '../platform/limits/rate-limit.ts'
import { exportName, type FileFormat } from '../shared/export-file.ts'
import type { exportedClicks } from './export-contract.ts'
import { clickColumns, daysOfClicks, type Position, selectClicksForFile } from './export-sql.ts'

const batchSize = 2_000

/** How often a person may export their clicks. */
export const createClickExports = (pool: pg.Pool): RateLimiter =>
  createRateLimiter(pool, { name: 'click_exports', points: 20, seconds: 600, of: 'files of your clicks' })

/**
 * All stored clicks on the caller's products, up to now, as a file: its text in pieces, and its name. Includes deleted
 * products, without their deleted titles. It holds nothing that identifies a visitor: no hash, browser or referring
 * page, only the site. Throws `rate_limited`.
 */
export async function exportClickFile(
  context: Context,
  exports: RateLimiter,
  format: FileFormat,
): Promise<{ text: AsyncIterable<string>; name: string }> {
  const { userId } = requireUser(context)
  await exports.take(userId)
  const until = context.clock()
  const text = fileText({ format, columns: clickColumns, batches: batchesOf(context, userId, until) })
  return { text, name: exportName('clicks', format, until) }
}

// One statement per batch instead of one transaction: clicks are only ever added, so rows before `until` do not change,
// and a slow reader holds neither a connection nor old row versions.
async function* batchesOf({ db }: Context, userId: string, until: Date) {
  let after: Position | undefined
  do {
    const batch = await selectClicksForFile(db, userId, { after, until, limit: batchSize })
    if (batch.length > 0) yield batch
    after = batch.length === batchSize ? batch.at(-1) : undefined
  } while (after)
}

// Each holds up to all days of a product.
const productsAtOnce = 50

/** Clicks in the export of the caller's data, to be read in the caller's transaction. */
export function exportClicks(context: Context): InBatches<z.input<typeof exportedClicks>> {
  const days = daysOfClicks(requireUser(context).userId)
  return { clicks: readByCursor(context.db, days, productsAtOnce) }
}
