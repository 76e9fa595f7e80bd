import { createHash, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import { lockOwnAccount } from '../../identity/index.ts'
import type { Media } from '../../media/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { retryDeadlocks } from '../../platform/database/retry.ts'
import type { DB } from '../../platform/database/schema.ts'
import { fileText } from '../../platform/files/export.ts'
import { findMade, type IdempotencyKey, madeFor, once } from '../../platform/idempotency.ts'
import { type AccountLimit, createAccountLimit } from '../../platform/limits/account-limit.ts'
import { createFairQueue } from '../../platform/limits/fair-queue.ts'
import { createRateLimiter } from '../../platform/limits/rate-limit.ts'
import { fileColumns } from '../../shared/collection.ts'
import { tooBusy } from '../../shared/errors.ts'
import { exportName, type FileFormat } from '../../shared/export-file.ts'
import { heldPictures, uploadedPictures } from '../products/pictures.ts'
import { selectCategories } from '../products/sql.ts'
import type { transferContract } from './contract.ts'
import { type KeyedRow, type Plan, planImport, type Surroundings } from './plan.ts'
import { readRows } from './reading.ts'
import { categoryFinder, type Remark, readItem, tagsCell } from './row.ts'
import { importKeys, importLimit } from './rules.ts'
import { type SampleItem, sampleOf, sampleSize } from './sample.ts'
import { type FileProduct, selectForFile } from './sql.ts'
import { keepImport, selectCounts } from './undoing-sql.ts'
import { changeAll, createAll } from './writing.ts'

type Report = z.input<(typeof transferContract)['POST /api/v1/me/collection']['response']>

/** Items that are imported in one transaction: few enough that other requests do not wait long for it. */
const chunkSize = 500

export type Transfers = ReturnType<typeof createTransfers>

/** What keeps imports and exports from overloading a process. */
export const createTransfers = (pool: pg.Pool) => ({
  imports: createRateLimiter(pool, { name: 'collection_imports', points: 40, seconds: 600, of: 'imports' }),
  items: createAccountLimit(pool, importLimit),
  exports: createRateLimiter(pool, {
    name: 'collection_exports',
    points: 20,
    seconds: 600,
    of: 'files of your collection',
  }),
  /** A file and its items are in memory while it is imported. */
  queue: createFairQueue({ running: 2, waiting: 8 }, () =>
    tooBusy('Many collections are being imported at the moment. Please try again shortly.'),
  ),
})

/**
 * The caller's live products as a file that {@link importCollection} reads back without loss: its text in pieces, and
 * its name. Throws `rate_limited`.
 */
export async function exportCollection(
  context: Context,
  { exports }: Transfers,
  format: FileFormat,
): Promise<{ text: AsyncIterable<string>; name: string }> {
  const { userId } = requireUser(context)
  await exports.take(userId)
  return { text: fileOf(context.db, userId, format), name: exportName('collection', format, context.clock()) }
}

type SentFile = { bytes: Uint8Array; format: FileFormat }

/**
 * Imports a file into the caller's collection: an item that names one of the caller's own products changes it by the
 * rules of an edit, any other is published (docs/product/add-item.md#publishing). Items with problems are reported and
 * left out. Works in chunks; sent again after a failure, or twice at once, it completes what is missing and doubles
 * nothing. A repeated request under the same key gets the first report. With `preview` it changes nothing and only
 * reports, with a sample; otherwise what it made is noted, for undoing it. Throws `validation_failed` for an
 * unreadable file, `rate_limited`, also where the items of a day are used up (the file may be sent again later),
 * `unavailable` when many wait, and as {@link once} does.
 */
export async function importCollection(
  context: Context,
  { media, imports, items, queue }: Transfers & { media: Media },
  { bytes, format, preview, key }: SentFile & { preview: boolean; key?: IdempotencyKey | undefined },
): Promise<Report> {
  const { userId } = requireUser(context)
  await imports.take(userId)
  const request = { key: preview ? undefined : key, sent: { format, file: hashOf(bytes) } }
  const kept = request.key && (await findMade(context, request.key))
  const before = kept && madeFor<Counts>(kept, request.sent)
  const isDry = preview || before !== undefined
  return queue.run(async () => {
    const categories = await selectCategories(context.db)
    const { total, rows, errors } = await readFile(categories, { bytes, format })
    const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
    const sample: SampleItem[] = []
    const report: Report = { total, ...counts, errors, notices: [], sample, import_id: null }
    const importId = key ? importIdOf(userId, key, request.sent) : randomUUID()
    const surroundings: Surroundings = {
      uploaded: await uploadedPictures(context, media, picturesIn(rows)),
      lines: new Map(),
      lock: !isDry,
    }
    for (let start = 0; start < rows.length; start += chunkSize) {
      const chunk = rows.slice(start, start + chunkSize)
      const done = await (isDry
        ? previewChunk(context, chunk, surroundings)
        : importChunk(context, chunk, { ...surroundings, items, importId }))
      if (preview) sample.push(...sampleOf(done.planned, categories).slice(0, sampleSize - sample.length))
      report.created += done.created
      report.updated += done.updated
      report.unchanged += done.unchanged
      report.errors.push(...done.errors)
      report.notices.push(...done.notices)
    }
    report.errors.sort((a, b) => a.line - b.line)
    if (before) Object.assign(report, before)
    // A request that is cut off before here is done again: its rows have keys of their own, which were committed with
    // them.
    else if (!preview)
      Object.assign(report, await once(context, request, (tx) => madeBy(tx, importId, report)))
    report.skipped = total - report.created - report.updated - report.unchanged
    return report
  })
}

/** The addresses of all pictures that a file's items name. */
const picturesIn = (rows: KeyedRow[]): string[] =>
  rows.flatMap(({ given: { image_url, photos } }) => [...(image_url ? [image_url] : []), ...(photos ?? [])])

/** The stored report for repeated requests. Problems are not in it: they are read from the file again. */
type Counts = Pick<Report, 'created' | 'updated' | 'unchanged' | 'import_id'>

/**
 * What an import has made so far: requests under one key are one import, whichever of them made which part. What was
 * made, deleted and made again while a request was repeated counts once.
 */
async function madeBy(
  tx: Context,
  importId: string,
  { created, updated, unchanged }: Counts,
): Promise<Counts> {
  const noted = await selectCounts(tx.db, importId)
  const all = created + updated + unchanged
  const made = Math.min(noted?.created ?? 0, all)
  const changed = Math.min(noted?.updated ?? 0, all - made)
  return {
    created: made,
    updated: changed,
    unchanged: all - made - changed,
    import_id: noted ? importId : null,
  }
}

/** The id of the import of a keyed request: the same for each repetition, also while the first one is under way. */
function importIdOf(userId: string, { call, key }: IdempotencyKey, sent: unknown): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([userId, call, key, sent]))
    .digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type Category = Awaited<ReturnType<typeof selectCategories>>[number]

/** A file's items, and the problems of the others. */
async function readFile(categories: Category[], { bytes, format }: SentFile) {
  const found = await readRows(bytes, format)
  const findCategory = categoryFinder(categories)
  const keyOf = importKeys()
  const rows: KeyedRow[] = []
  const errors: Remark[] = []
  for (const [index, row] of found.entries()) {
    // Lets other requests run in between.
    if (index % chunkSize === 0) await setImmediate()
    const item = readItem(row, findCategory)
    if (Array.isArray(item)) errors.push(...item)
    else rows.push({ ...item, key: keyOf(item) })
  }
  return { total: found.length, rows, errors }
}

type Done = Pick<Report, 'created' | 'updated' | 'unchanged' | 'errors' | 'notices'> & {
  planned: Pick<Plan, 'creations' | 'changes'>
}

async function previewChunk(context: Context, rows: KeyedRow[], surroundings: Surroundings): Promise<Done> {
  const { creations, changes, ...plan } = await planImport(context, rows, surroundings)
  return { ...plan, created: creations.length, updated: changes.length, planned: { creations, changes } }
}

/** `importId` is that of the whole import. */
type Importing = Surroundings & { importId: string }

async function importChunk(
  context: Context,
  rows: KeyedRow[],
  { items, ...surroundings }: Importing & { items: AccountLimit },
): Promise<Done> {
  // A dry run first, since a file that is sent again mostly adds nothing.
  const { created } = await previewChunk(context, rows, { ...surroundings, lines: new Map(), lock: false })
  // Other writers lock in another order, the price job for one.
  const write = () =>
    retryDeadlocks(5, () => inTransaction(context, (tx) => importRows(tx, rows, surroundings)))
  if (created === 0) return write()
  return items.spend(context, created, async (added) => {
    const done = await write()
    added(done.created)
    return done
  })
}

async function importRows(
  tx: Context,
  rows: KeyedRow[],
  { importId, ...surroundings }: Importing,
): Promise<Done> {
  const { userId } = requireUser(tx)
  // Two imports of one person take turns, so that they never wait for each other's rows.
  await lockOwnAccount(tx)
  const uploaded = await heldPictures(tx, surroundings.uploaded, picturesIn(rows))
  const { creations, changes, unchanged, ...remarks } = await planImport(tx, rows, {
    ...surroundings,
    uploaded,
  })
  const productIds = await createAll(tx, creations)
  await changeAll(tx, changes)
  const [created, updated] = [productIds.length, changes.length]
  if (created + updated > 0)
    await keepImport(tx.db, { id: importId, userId, at: tx.clock(), productIds, updated })
  return {
    ...remarks,
    created,
    updated,
    unchanged: unchanged + creations.length - created,
    planned: { creations, changes },
  }
}

const batchSize = 500

/**
 * A person's collection as the text of a file, in pieces. Oldest first, since an import makes the items in their order.
 */
const fileOf = (db: Kysely<DB>, userId: string, format: FileFormat): AsyncGenerator<string> =>
  fileText({
    format,
    columns: fileColumns,
    batches: batchesOf(db, userId),
    cellOf: (value) => (Array.isArray(value) ? tagsCell(value) : (value ?? '')),
  })

async function* batchesOf(db: Kysely<DB>, userId: string) {
  let last: FileProduct | undefined
  do {
    const batch = await selectForFile(db, userId, last, batchSize)
    if (batch.length > 0) yield batch.map(itemOf)
    last = batch.length === batchSize ? batch.at(-1) : undefined
  } while (last)
}

const itemOf = (product: FileProduct) => ({ ...product, created_at: product.created_at.toISOString() })
