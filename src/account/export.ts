import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import { exportClicks } from '../clicks/index.ts'
import { exportEarnings } from '../earnings/index.ts'
import { exportFolio } from '../folio/index.ts'
import { exportAccount } from '../identity/index.ts'
import { exportLists } from '../lists/index.ts'
import { exportPictures, type Media } from '../media/index.ts'
import { exportModeration } from '../moderation/index.ts'
import { exportNews, exportWays } from '../news/index.ts'
import { exportNotes } from '../notes/index.ts'
import { exportWaiting } from '../orders/index.ts'
import { exportPayouts, exportQuestions, type PayoutKey } from '../payouts/index.ts'
import { exportPerson, getOwnProfile } from '../people/index.ts'
import { type Context, requireUser } from '../platform/context.ts'
import type { DB } from '../platform/database/schema.ts'
import { type InBatches, jsonObjectText } from '../platform/files/json-object.ts'
import { createFairQueue } from '../platform/limits/fair-queue.ts'
import { createRateLimiter } from '../platform/limits/rate-limit.ts'
import { tooBusy } from '../shared/errors.ts'
import type { accountDataContract } from './contract.ts'

type ExportedData = z.input<(typeof accountDataContract)['GET /api/v1/me/export']['response']>

type Sources = { media: Media; reportTimeZone: string; payoutKey: PayoutKey }

/** Limits how often a person exports their data, and how many exports run at once. */
export const createExports = (pool: pg.Pool) => ({
  limit: createRateLimiter(pool, {
    name: 'exports',
    points: 10,
    seconds: 60 * 60,
    of: 'downloads of your data',
  }),
  // Each export holds a connection for as long as its reader takes.
  queue: createFairQueue({ running: 4, waiting: 40 }, () =>
    tooBusy('Too many people are downloading their data. Please try again in a few minutes.'),
  ),
})

export type Exports = ReturnType<typeof createExports>

/** The longest that a snapshot may stay open: while it does, the database cannot remove old row versions. */
const snapshotTimeout = '15min'

/**
 * Everything that is stored about the caller, as it is at one moment: the text of a JSON object in pieces, read from
 * the database as they are taken, and a name for the file. Throws `rate_limited` to a person who exports more often
 * than `exports` allows. The text throws `unavailable` if too many wait, and fails if it is not read within a quarter
 * of an hour.
 */
export async function exportOwnData(
  context: Context,
  { exports, ...sources }: { exports: Exports } & Sources,
): Promise<{ text: AsyncIterable<string>; name: string }> {
  const { userId } = requireUser(context)
  await exports.limit.take(userId)
  const { username } = await getOwnProfile(context)
  return {
    text: queued(exports, userId, () => textOf(context, sources)),
    name: `export-${username}-${context.clock().toISOString().slice(0, 10)}.json`,
  }
}

/** Waits in the queue, then passes on the pieces of a text; the place is free again when the text ends. */
async function* queued({ queue }: Exports, owner: string, begin: () => AsyncIterable<string>) {
  const end = await queue.take(owner)
  try {
    yield* begin()
  } finally {
    end()
  }
}

async function* textOf(
  context: Context,
  { media, reportTimeZone, payoutKey }: Sources,
): AsyncGenerator<string> {
  // Outside the transaction, since the store may be slow.
  const pictures = await exportPictures(context, media)
  const db = await context.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await limitTime(db)
    const snapshot = { ...context, db }
    const data: InBatches<ExportedData> = {
      exported_at: context.clock().toISOString(),
      account: await exportAccount(snapshot),
      ...pictures,
      ...(await exportPerson(snapshot)),
      ...(await exportFolio(snapshot)),
      ...exportLists(snapshot),
      ...(await exportNews(snapshot)),
      ...(await exportModeration(snapshot)),
      ...exportClicks(snapshot),
      ...(await exportEarnings(snapshot, { reportTimeZone })),
      ...exportWaiting(snapshot),
      ...(await exportPayouts(snapshot, payoutKey)),
      ...(await exportQuestions(snapshot)),
      ...(await exportWays(snapshot)),
      ...exportNotes(snapshot),
    }
    yield* jsonObjectText(data)
  } finally {
    // A lost connection has ended the transaction already.
    await db
      .rollback()
      .execute()
      .catch(() => {})
  }
}

const limitTime = (db: Kysely<DB>) =>
  sql`set local transaction_timeout = ${sql.lit(snapshotTimeout)}`.execute(db)
