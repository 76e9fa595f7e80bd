import { createHash, randomInt } from 'node:crypto'
import type { z } from 'zod'
import { listActsAlone, noteListed, recordAudit, requireUnpaid } from '../../audit/index.ts'
import { appendEntries, balancesOf } from '../../earnings/index.ts'
import { activeAdmins } from '../../identity/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { csvRows, exactCsvRows } from '../../platform/files/csv.ts'
import { AppError, accountDeleted, forbidden, notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import type { PayoutBox } from '../details/payout-key.ts'
import { settleMonths } from '../releases/settling.ts'
import type { PayoutFile, PayoutLine, PayoutRun, payoutRunsContract } from './contract.ts'
import { dropChanged } from './dropping.ts'
import { dueOf, judgePayees, type RunDeps } from './due.ts'
import { contentOf, type FileKind, filesOf, hasLeft, linesIn, newReference, sentWith } from './files-rules.ts'
import { positionOf } from './results-rules.ts'
import {
  decideRun,
  type FileRow,
  hasBatches,
  insertFetch,
  insertFiles,
  insertLines,
  insertRun,
  type LineRow,
  lockFile,
  noteHanded,
  type RunRow,
  selectFiles,
  selectLineStates,
  selectLines,
  selectRuns,
  stepLines,
} from './sql.ts'

type Calls = typeof payoutRunsContract
type RunWithFiles = PayoutRun & { files: PayoutFile[] }

const conflict = (message: string, details?: Record<string, unknown>) =>
  new AppError('conflict', message, details)
const keyIsGone = () => conflict('The key of payout details is missing.')
const draftThere = () => conflict('There is a draft already. Approve or discard it first.')
/**
 * Drafts a payout of everyone who is due: their amounts and accounts stay as they are now. `total` is the sum that the
 * admin saw, in dollars. Throws `conflict` if there is a draft already, another sum is due, or nobody is.
 */
export async function draftRun(
  context: Context,
  sent: { total: number },
  deps: RunDeps,
): Promise<RunWithFiles> {
  const { userId } = requireAdmin(context)
  // If another sum is refused then, this stays done: the admin sees it when they look again.
  await settleMonths(context, deps)
  const id = await inTransaction(context, async (tx) => {
    const at = tx.clock()
    // Within the same transaction, so that nothing is paid that Amazon has not paid.
    await settleMonths(tx, deps)
    const due = dueOf(await judgePayees(tx, deps))
    const total = due.reduce((sum, { available }) => sum + available, 0)
    if (total === 0) throw conflict('Nobody is due.')
    if (total !== Math.round(sent.total * 100))
      throw conflict('What is due has changed. Look at it again.', { total: centsToUsd(total) })
    const values = { total_cents: total, drafted_by: userId, drafted_at: at }
    const run = await whereBroken(
      {
        payout_runs_one_draft: draftThere,
        payout_runs_number_key: draftThere,
        payout_runs_drafted_by_fkey: accountDeleted,
      },
      insertRun(tx.db, values),
    )
    const lines = due.map(({ payee_id, available, details_id, method, sealed, key_mark }, index) => ({
      reference: newReference(run.number, index + 1, randomInt),
      ...{ payee_id, amount_cents: available, details_id, method, sealed, key_mark },
    }))
    await insertLines(tx.db, { runId: run.id, at }, lines)
    const details = { number: run.number, total: centsToUsd(total), lines: lines.length }
    await recordAudit(tx, { action: 'payout.draft', subject: run.id, details })
    return run.id
  })
  return readRun(context, id)
}

/**
 * Approves a draft: writes its payouts to the ledger and makes its files, or does nothing. Creators who are no longer
 * due as drafted are dropped from it. Throws `forbidden` if another admin has to approve it, and `conflict` if it is no
 * longer a draft or nobody is left in it; `details.lines` names the dropped.
 */
export async function approveRun(context: Context, id: string, deps: RunDeps): Promise<RunWithFiles> {
  const { userId } = requireAdmin(context)
  await inTransaction(context, async (tx) => {
    const run = await findRun(tx, id)
    const at = tx.clock()
    if (!(await decideRun(tx.db, id, { state: 'approved', by: userId, at })))
      throw conflict('This is no longer a draft.')
    // Waits for postings to these payees: their balances count after these.
    const lines = await dropChanged(tx, await selectLines(tx.db, id, { lock: true }), deps)
    const paid = lines.flatMap(({ user_id }) => user_id ?? [])
    const isDrafter = run.drafted_by_id === userId
    if (isDrafter && (await activeAdmins(tx)).some((admin) => admin !== userId))
      throw forbidden('Another admin has to approve this.')
    await requireUnpaid(tx, () => paid)
    await stepLines(
      tx.db,
      lines.map(({ id, user_id }) => ({ id, state: 'approved' as const, is_own: user_id === userId })),
      at,
    )
    await noteListed(tx, id, run.drafted_at)
    const payeeIds = lines.map(({ payee_id }) => payee_id)
    await appendEntries(
      tx,
      lines.map(({ id: reference, payee_id, amount_cents }) => ({
        ...{ payeeId: payee_id, type: 'payout' as const, userCents: -amount_cents, reference, reason: null },
      })),
      deps,
    )
    const balances = await balancesOf(tx, payeeIds, deps)
    // They were held since the balances were read: the locks of their ledgers do not prevent that.
    if (payeeIds.some((payeeId) => (balances.get(payeeId)?.available ?? 0) < 0))
      throw conflict('Something has just been held. Try again.')
    await writeFiles(tx, { id, number: run.number }, lines, deps)
    const total = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const dropped = run.lines - lines.length
    const details = { number: run.number, total: centsToUsd(total), lines: lines.length, dropped }
    await recordAudit(tx, { action: 'payout.approve', subject: id, details })
  })
  return readRun(context, id)
}

async function writeFiles(
  tx: Context,
  run: { id: string; number: number },
  lines: LineRow[],
  { key }: RunDeps,
): Promise<void> {
  const box = await key.make(tx.db)
  await insertFiles(
    tx.db,
    filesOf(run.number, lines).map(({ lines, ...file }) => ({
      ...{ ...file, run_id: run.id },
      ...sealedFile(box, { runId: run.id, kind: file.kind }, lines),
    })),
  )
}

/** The encrypted content of a file of these lines. Throws `conflict` if the key of an account is not here. */
function sealedFile(box: PayoutBox, { runId, kind }: { runId: string; kind: FileKind }, lines: LineRow[]) {
  const filed = lines.map((line) => {
    const account = box.open(line, line.payee_id)
    if (!account) throw keyIsGone()
    const { method, amount_cents: cents, username, reference } = line
    return { ...account, method, cents, reference, username: username ?? '' }
  })
  const { cells, rows, isForSpreadsheets } = contentOf(kind, filed)
  const text = isForSpreadsheets ? csvRows(cells) : exactCsvRows(cells)
  return {
    ...{ rows, key_mark: box.keyMark, sealed: box.sealText(text, runId) },
    sha256: createHash('sha256').update(text).digest(),
  }
}

/** Discards a draft. Throws `conflict` for one that is no longer a draft. */
export async function discardRun(
  context: Context,
  id: string,
  { reason }: { reason: string },
): Promise<RunWithFiles> {
  const { userId } = requireAdmin(context)
  await inTransaction(context, async (tx) => {
    const { number, total_cents } = await findRun(tx, id)
    if (!(await decideRun(tx.db, id, { state: 'discarded', by: userId, at: tx.clock() })))
      throw conflict('This is no longer a draft.')
    const details = { number, total: centsToUsd(total_cents), reason }
    await recordAudit(tx, { action: 'payout.discard', subject: id, details })
  })
  return readRun(context, id)
}

/**
 * A file for a provider, without the lines that have left it: if some have, it is made again, and earlier editions
 * stay. Throws `confirmation_required` for one that was downloaded before, or whose run was sent by an API, unless it
 * is requested `again`: the provider pays twice if it gets a payment twice; and `conflict` if nothing is left in it.
 */
export async function fetchFile(
  context: Context,
  id: string,
  { again }: { again: boolean },
  { key }: RunDeps,
): Promise<{ name: string; text: string }> {
  const { userId } = requireAdmin(context)
  return inTransaction(context, async (tx) => {
    const file = await lockFile(tx.db, id)
    if (!file) throw notFound('File')
    if (!again && (Number(file.fetches) > 0 || (await hasBatches(tx.db, file.run_id))))
      throw new AppError(
        'confirmation_required',
        'This file was fetched before, or sent by PayPal. The provider pays twice what is sent twice.',
      )
    const box = await key.find()
    if (!box) throw keyIsGone()
    const all = linesIn(await selectLines(tx.db, file.run_id, { lock: true }), file)
    const lines = all.filter((line) => !hasLeft(line))
    if (lines.length === 0) throw conflict('Nothing is left in this file.')
    const current = lines.length === file.rows ? file : await remake(tx, box, file, lines)
    const text = box.openText(current, file.run_id)
    if (text === null) throw keyIsGone()
    const at = tx.clock()
    await insertFetch(tx.db, { fileId: current.id, by: userId, at })
    await noteHanded(
      tx.db,
      at,
      lines.map((line) => line.id),
    )
    await recordAudit(tx, { action: 'payout.fetch', subject: file.run_id, details: { file: file.name } })
    return { name: file.name, text }
  })
}

/** The next edition of a file, of these lines. */
async function remake(
  tx: Context,
  box: PayoutBox,
  { run_id, kind, part, edition, name }: Pick<FileRow, 'run_id' | 'kind' | 'part' | 'edition' | 'name'>,
  lines: LineRow[],
) {
  const sealed = sealedFile(box, { runId: run_id, kind }, lines)
  const values = { run_id, kind, part, name, edition: edition + 1, ...sealed }
  const [inserted] = await insertFiles(tx.db, [values])
  if (!inserted) throw new Error('A file was not added.')
  return { ...inserted, ...sealed }
}

/** Payout runs, the newest first. Throws `validation_failed` for an invalid cursor. */
export async function listRuns(
  context: Context,
  { cursor }: { cursor?: string | undefined },
): Promise<z.input<Calls['GET /api/v1/admin/payout-runs']['response']>> {
  requireAdmin(context)
  const before = parseCursor(cursor, positionOf)
  const rows = await selectRuns(context.db, { before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeRun,
    cursorOf: ({ number }) => String(number),
  })
}

/** A run with its files. Throws `not_found`. */
export async function readRun(context: Context, id: string): Promise<RunWithFiles> {
  requireAdmin(context)
  const run = await findRun(context, id)
  const files = await selectFiles(context.db, id)
  const lines = files.length > 0 ? await selectLineStates(context.db, id) : []
  return {
    ...serializeRun(run),
    files: files.map((file) => ({
      ...{ id: file.id, kind: file.kind, name: file.name, edition: file.edition },
      rows: linesIn(lines, file).filter((line) => !hasLeft(line)).length,
      without: linesIn(lines, file).filter(hasLeft).length,
      unsent: sentWith(lines, file).filter(({ state }) => state === 'approved').length,
      sha256: file.sha256.toString('hex'),
      fetches: Number(file.fetches ?? 0),
      last_fetched_by: file.last_fetched_by,
      last_fetched_at: file.last_fetched_at?.toISOString() ?? null,
    })),
  }
}

/** The payouts of a run, in its order. Throws `not_found`, and `validation_failed` for an invalid cursor. */
export async function listLines(
  context: Context,
  id: string,
  { cursor }: { cursor?: string | undefined },
): Promise<z.input<Calls['GET /api/v1/admin/payout-runs/:id/lines']['response']>> {
  requireAdmin(context)
  await findRun(context, id)
  const after = parseCursor(cursor, positionOf) ?? 0
  const rows = await selectLines(context.db, id, { after, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeLine,
    cursorOf: ({ place }) => String(place),
  })
}

/**
 * Acts of single admins that nobody else has seen yet: for a draft up to its time, for an approved run those shown in
 * it (docs/product/admin.md#a-second-admin). None for a discarded one. Throws `not_found`.
 */
export async function listActs(
  context: Context,
  id: string,
  query: { cursor?: string | undefined },
): ReturnType<typeof listActsAlone> {
  requireAdmin(context)
  const { state, drafted_at } = await findRun(context, id)
  return listActsAlone(context, state === 'draft' ? { until: drafted_at } : { runId: id }, query)
}

/** A run for statements. Throws `not_found`. */
export async function findRun({ db }: Context, id: string): Promise<RunRow> {
  const [run] = await selectRuns(db, { id })
  if (!run) throw notFound('Payout run')
  return run
}

const serializeRun = (run: RunRow): PayoutRun => ({
  id: run.id,
  number: run.number,
  state: run.state,
  total: centsToUsd(run.total_cents - run.dropped_cents),
  lines: run.lines,
  dropped: run.dropped,
  states: run.states,
  attention: run.attention,
  drafted_by: run.drafted_by,
  drafted_at: run.drafted_at.toISOString(),
  decided_by: run.decided_by,
  decided_at: run.decided_at?.toISOString() ?? null,
})

/** A line as admins see it. */
export const serializeLine = (line: LineRow): PayoutLine => ({
  id: line.id,
  reference: line.reference,
  username: line.username,
  former: line.former,
  amount: centsToUsd(line.amount_cents),
  method: line.method,
  state: line.state,
  state_at: line.state_at.toISOString(),
  reason: line.reason,
  provider_reference: line.provider_reference,
  is_handed: line.handed_at !== null,
  attention: line.attention.map(
    ({ id, why, word, amount_cents, currency, provider_reference, noted_at }) => ({
      ...{ id, why, word, currency, provider_reference },
      amount: amount_cents === null ? null : centsToUsd(amount_cents),
      noted_at: new Date(noted_at).toISOString(),
    }),
  ),
  answers: line.answers,
  paid: line.answered_cents === null ? null : centsToUsd(line.answered_cents),
  is_own: line.is_own,
})
