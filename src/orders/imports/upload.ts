import type { z } from 'zod'
import { recordAudit } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { isDatabaseUnavailable, whereBroken } from '../../platform/database/errors.ts'
import { findMade, type IdempotencyKey, madeFor, once } from '../../platform/idempotency.ts'
import { currencyOf } from '../../shared/amazon/marketplaces.ts'
import { AppError, accountDeleted, invalid } from '../../shared/errors.ts'
import { minuteMs } from '../../shared/time.ts'
import { addRun, type Runs } from '../runs/service.ts'
import type { importsContract } from './contract.ts'
import { endAsRepeated, failImport, lockKnown } from './ending.ts'
import { findImport, type SerializedImport } from './listing.ts'
import { hashFile, receiveFile } from './reports/receive.ts'
import { stateMessage } from './rules.ts'
import { insertImport, lockSilent, noteReceived, updateImport } from './sql.ts'

export type RunsToDrain = Pick<Runs, 'drain'>

/** The query of an upload. */
type UploadQuery = z.output<(typeof importsContract)['POST /api/v1/admin/imports']['query']>
type Upload = { query: UploadQuery; body: AsyncIterable<Uint8Array>; key?: IdempotencyKey | undefined }

/** How often an upload notes its progress, and how long without it an upload counts as cut by a crash. */
const signOfLifeMs = 5_000
const silentMs = 5 * minuteMs
/** Clocks differ, so a report may be a little ahead. A report from the future would win over all others until then. */
const maxAheadMs = 5 * minuteMs

/**
 * Receives a report, and starts staging it in the background; with `apply` also merging. A request repeated with its
 * idempotency key gets the first one's import, and stores nothing. Throws `validation_failed` for a report from the
 * future, `payload_too_large`, `malformed_request` for a body that breaks off (its import has failed), `conflict` when
 * the caller's account has just been deleted, and what {@link once} throws.
 */
export async function createImport(
  context: Context,
  runs: RunsToDrain,
  { query, body, key }: Upload,
): Promise<SerializedImport> {
  const { userId } = requireAdmin(context)
  const made = key && (await findMade(context, key))
  if (made) return findImport(context, madeFor(made, asked(query, await hashFile(arriving(body)))))
  const now = context.clock()
  const reportAsOf = query.report_as_of ? new Date(query.report_as_of) : now
  if (reportAsOf.getTime() > now.getTime() + maxAheadMs)
    throw invalid('report_as_of', 'A report cannot be from the future.')
  await failSilent(context)
  const inserted = insertImport(context.db, {
    actor_id: userId,
    state: 'receiving',
    file_name: query.file_name ?? null,
    marketplace: query.marketplace,
    currency: currencyOf(query.marketplace),
    report_as_of: reportAsOf,
    date_order: query.date_order ?? null,
    apply: query.apply ?? false,
    created_at: now,
    heard_at: now,
  })
  const id = await whereBroken({ import_batches_actor_id_fkey: accountDeleted }, inserted)
  const madeId = await receive(context, id, { query, body, key })
  runs.drain()
  return findImport(context, madeId)
}

/** The identity of a request: a repeated one has the same query and file. */
const asked = (query: UploadQuery, fileHash: Buffer) => ({ ...query, file: fileHash.toString('hex') })

/** Returns the id of the import: an earlier one, if the same request came twice at once. */
async function receive(context: Context, id: string, { query, body, key }: Upload): Promise<string> {
  try {
    const { bytes, fileHash } = await receiveFile(context, id, heard(context, id, body))
    return await inTransaction(context, async (tx) => {
      const row = await lockKnown(tx, id)
      if (row.state !== 'receiving') throw new AppError('conflict', stateMessage(row.state))
      await updateImport(tx.db, id, { state: 'received', bytes, file_hash: fileHash, heard_at: null })
      const madeId = await once(tx, { key, sent: asked(query, fileHash) }, async () => {
        const { file_name, apply } = row
        const details = { file_name, bytes, sha256: fileHash.toString('hex'), apply }
        await recordAudit(tx, { action: 'import.upload', subject: id, details })
        await addRun(tx, 'stage', id)
        return id
      })
      if (madeId !== id) await endAsRepeated(tx, row, await lockKnown(tx, madeId))
      return madeId
    })
  } catch (error) {
    // Without a database nothing can be stored: the next import finds this one without progress.
    if (!isDatabaseUnavailable(error))
      await failImport(
        context,
        id,
        error instanceof AppError
          ? error
          : new AppError('internal_error', 'Something went wrong while this file was received.'),
      )
    throw error
  }
}

/** The body; records its progress now and then. Throws `malformed_request` if it breaks off. */
async function* heard(context: Context, id: string, body: AsyncIterable<Uint8Array>) {
  let bytes = 0
  let heardAt = Date.now()
  for await (const piece of arriving(body)) {
    bytes += piece.length
    if (Date.now() - heardAt >= signOfLifeMs) {
      await noteReceived(context.db, id, bytes, context.clock())
      heardAt = Date.now()
    }
    yield piece
  }
}

async function* arriving(body: AsyncIterable<Uint8Array>) {
  try {
    yield* body
  } catch {
    throw new AppError('malformed_request', 'The file did not arrive completely. Please send it again.')
  }
}

/** Fails imports whose upload was cut by a crash of the program. */
async function failSilent(context: Context): Promise<void> {
  const since = new Date(context.clock().getTime() - silentMs)
  await inTransaction(context, async (tx) => {
    for (const { id } of await lockSilent(tx.db, since))
      await failImport(tx, id, {
        code: 'malformed_request',
        message: 'The file did not arrive completely. Please send it again.',
      })
  })
}
