import type pg from 'pg'
import type { z } from 'zod'
import { exportClicks } from '../clicks/index.ts'
import { exportEarnings } from '../earnings/index.ts'
import { exportFolio } from '../folio/index.ts'
import { exportAccount } from '../identity/index.ts'
import { exportPictures, type Media } from '../media/index.ts'
import { exportModeration } from '../moderation/index.ts'
import { exportPerson } from '../people/index.ts'
import { type Context, requireUser } from '../platform/context.ts'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limit.ts'
import type { accountDataContract } from './contract.ts'

type ExportedData = z.input<(typeof accountDataContract)['GET /api/v1/me/export']['response']>

/** How often a person may have their data put together. */
export const createExports = (pool: pg.Pool): RateLimiter =>
  createRateLimiter(pool, { name: 'exports', points: 10, seconds: 60 * 60 })

/**
 * Everything that is stored about the caller, as it was at one moment, with a name for the file. Throws
 * `rate_limited` to someone who asks more often than `exports` allows.
 */
export async function exportOwnData(
  context: Context,
  { exports, media, reportTimeZone }: { exports: RateLimiter; media: Media; reportTimeZone: string },
): Promise<{ data: ExportedData; fileName: string }> {
  await exports.take(requireUser(context).userId)
  const at = context.clock().toISOString()
  // Outside of the transaction: the store may be a slow one.
  const pictures = await exportPictures(context, media)
  const data = await context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db): Promise<ExportedData> => {
      const snapshot = { ...context, db }
      return {
        exported_at: at,
        account: await exportAccount(snapshot),
        ...pictures,
        ...(await exportPerson(snapshot)),
        ...(await exportFolio(snapshot)),
        ...(await exportModeration(snapshot)),
        ...(await exportClicks(snapshot)),
        ...(await exportEarnings(snapshot, { reportTimeZone })),
      }
    })
  return { data, fileName: `export-${data.profile.username}-${at.slice(0, 10)}.json` }
}
