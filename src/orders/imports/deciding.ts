import type { z } from 'zod'
import { recordAudit, requireUnpaid } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { tried } from '../../platform/database/tried.ts'
import { AppError } from '../../shared/errors.ts'
import type { RunKind } from '../contract.ts'
import { addRun } from '../runs/service.ts'
import type { Confirmation, importsContract } from './contract.ts'
import { confirmationRequired, confirmedOf, isConfirmed, storedDoubts } from './doubt-rules.ts'
import { clearAway, type LockedImport, lockKnown } from './ending.ts'
import { findImport, type SerializedImport } from './listing.ts'
import { decideDuplicates, takeEffect } from './merge/merging.ts'
import { previewOf, renewPreviews } from './merge/preview.ts'
import { selectCreditedOf, selectPaidByOrders } from './outcomes/creators-sql.ts'
import { decideReturns, undecidedIn } from './reported-again/deciding.ts'
import { idOfReportedAgain } from './reported-again/reported-again-rules.ts'
import { statusKey } from './reports/cells/cell-rules.ts'
import { stateMessage, underWayMessage } from './rules.ts'
import { lockMerging, prepareLong, selectOpenRun, updateImport } from './sql.ts'
import { measureStaged } from './staged-sql.ts'
import { storedStatuses } from './statuses/rules.ts'
import { rememberMeanings } from './statuses/service.ts'
import type { RunsToDrain } from './upload.ts'

type Answer = z.output<(typeof importsContract)['POST /api/v1/admin/imports/:id/answer']['body']>

/**
 * Answers the question of an import. Admins only. Throws `conflict` if it asks nothing, or something else by now, and
 * `forbidden` for the caller's own duplicates and returns while another admin is there.
 */
export const answerImport = (
  context: Context,
  runs: RunsToDrain,
  id: string,
  answer: Answer,
): Promise<SerializedImport> =>
  'confirm' in answer
    ? confirmImport(context, runs, id, answer.confirm)
    : 'duplicates' in answer
      ? decideSomeDuplicates(context, runs, id, answer.duplicates)
      : 'returns' in answer
        ? decideSomeReturns(context, runs, id, answer.returns)
        : 'statuses' in answer
          ? readStatuses(context, runs, id, answer.statuses)
          : readDates(context, runs, id, answer.date_order)

/**
 * Merges a staged import that is to be confirmed, or stages again one whose rows are to be counted as chosen. The
 * admin must have confirmed exactly what it reported.
 */
const confirmImport = (
  context: Context,
  runs: RunsToDrain,
  id: string,
  confirmed: Confirmation,
): Promise<SerializedImport> =>
  decide(context, runs, id, {
    of: ['staged', 'question'],
    notWhile: ['merge'],
    act: async (tx, row) => {
      if (!isConfirmed(storedDoubts(row), confirmed))
        throw new AppError('conflict', 'This import would change something else by now. Look at it again.')
      if (row.state === 'question') return chooseRows(tx, id, confirmed)
      if (confirmed.some(({ choice }) => choice !== undefined)) await requireOthersPairs(tx, row)
      await updateImport(tx.db, id, { confirmed: JSON.stringify(confirmed) })
      await recordAudit(tx, { action: 'import.confirm', subject: id, details: { confirmed } })
      await addRun(tx, 'merge', id)
    },
  })

/** Stores with the import how its rows are to be counted; the file is staged again. */
async function chooseRows(tx: Context, id: string, chosen: Confirmation): Promise<void> {
  const made = { by: tx.actor?.userId ?? null, at: tx.clock().toISOString() }
  const choices = JSON.stringify(chosen.map((one) => ({ ...one, ...made })))
  await updateImport(tx.db, id, { state: 'received', choices, doubts: null })
  await recordAudit(tx, { action: 'import.answer', subject: id, details: { chosen } })
  await addRun(tx, 'stage', id)
}

/** Refuses a decision about orders to an admin whom they pay, while another admin is there. Throws `forbidden`. */
const requireOthersOrders = (tx: Context, orderIds: string[]): Promise<void> =>
  requireUnpaid(tx, (userIds) => selectPaidByOrders(tx.db, orderIds, userIds))

/** The same for all duplicates and returns that an import asks about. */
async function requireOthersPairs(tx: Context, row: LockedImport): Promise<void> {
  await prepareLong(tx.db)
  await lockMerging(tx.db)
  const returned = await undecidedIn(tx, row)
  // Rows of the import are orders only once it is merged.
  await tried(tx.db, async () => {
    const { duplicates } = await takeEffect(tx, row)
    const sold = duplicates.flatMap((duplicate) => [duplicate.order.id, duplicate.row.id])
    await requireOthersOrders(tx, [...sold, ...returned.map(({ order_item_id }) => order_item_id)])
  })
}

type Duplicates = Extract<Answer, { duplicates: unknown }>['duplicates']

/** Stores whether some pairs are one sale. Open pairs are asked about again, in other staged imports too. */
async function decideSomeDuplicates(
  context: Context,
  runs: RunsToDrain,
  id: string,
  said: Duplicates,
): Promise<SerializedImport> {
  const decided = await decide(context, runs, id, {
    of: ['staged'],
    notWhile: ['merge'],
    act: async (tx, row) => {
      await prepareLong(tx.db)
      await lockMerging(tx.db)
      const { about, duplicates } = await tried(tx.db, async () => {
        const merged = await takeEffect(tx, row)
        await requireOthersOrders(
          tx,
          said.flatMap((pair) => [pair.order_item_id, pair.fee_item_id]),
        )
        return merged
      })
      for (const choice of ['same_sale', 'two_sales'] as const) {
        const of = said.filter((one) => one.choice === choice)
        const chosen = duplicates.filter(({ order, row }) =>
          of.some((one) => one.order_item_id === order.id && one.fee_item_id === row.id),
        )
        if (chosen.length < of.length)
          throw new AppError('conflict', 'This import does not ask about all of these. Look at it again.')
        if (chosen.length > 0)
          await decideDuplicates(tx, { rows: about.rows, duplicates: chosen }, choice === 'same_sale')
      }
      await recordAudit(tx, { action: 'twins.decide', subject: id, details: { decided: said } })
      await updateImport(tx.db, id, await previewOf(tx, row, await measureStaged(tx.db, id)))
    },
  })
  await renewPreviews(context, { but: id })
  return decided
}

type Returns = Extract<Answer, { returns: unknown }>['returns']

/** Stores whether some returns are the same as earlier ones. The rest of the question stays open. */
const decideSomeReturns = (
  context: Context,
  runs: RunsToDrain,
  id: string,
  said: Returns,
): Promise<SerializedImport> =>
  decide(context, runs, id, {
    of: ['staged'],
    notWhile: ['merge'],
    act: async (tx, row) => {
      await prepareLong(tx.db)
      await lockMerging(tx.db)
      const undecided = await undecidedIn(tx, row)
      for (const choice of ['same_return', 'another_return'] as const) {
        const ids = said.filter((one) => one.choice === choice).map((one) => one.id)
        const reportedAgain = undecided.filter((one) => ids.includes(idOfReportedAgain(one)))
        if (reportedAgain.length < ids.length)
          throw new AppError('conflict', 'This import does not ask about all of these. Look at it again.')
        await requireOthersOrders(
          tx,
          reportedAgain.map(({ order_item_id }) => order_item_id),
        )
        await decideReturns(tx, id, { reportedAgain, isSame: choice === 'same_return' })
      }
      await recordAudit(tx, { action: 'returns.decide', subject: id, details: { decided: said } })
      await updateImport(tx.db, id, await previewOf(tx, row, await measureStaged(tx.db, id)))
    },
  })

type Statuses = Extract<Answer, { statuses: unknown }>['statuses']

/** Stores the meaning of statuses, for this file and all that are read from now on; the file is staged again. */
const readStatuses = (
  context: Context,
  runs: RunsToDrain,
  id: string,
  said: Statuses,
): Promise<SerializedImport> =>
  decide(context, runs, id, {
    of: ['question'],
    notWhile: [],
    act: async (tx, row) => {
      const keys = new Set(said.map(({ status }) => statusKey(status)))
      const asked = storedStatuses(row).map(({ status }) => statusKey(status))
      if (asked.length !== keys.size || !asked.every((key) => keys.has(key)))
        throw new AppError('conflict', 'This import asks about other statuses. Look at it again.')
      await rememberMeanings(tx, said)
      await updateImport(tx.db, id, { state: 'received', unknown_statuses: null })
      await recordAudit(tx, { action: 'import.answer', subject: id, details: { statuses: said } })
      await addRun(tx, 'stage', id)
    },
  })

/** Stores how dates that can be read two ways are to be read; the file is staged again. */
const readDates = (
  context: Context,
  runs: RunsToDrain,
  id: string,
  dateOrder: 'month_first' | 'day_first',
): Promise<SerializedImport> =>
  decide(context, runs, id, {
    of: ['question'],
    notWhile: [],
    act: async (tx, row) => {
      if (row.doubts || row.unknown_statuses)
        throw new AppError('conflict', 'This import does not ask how its dates are to be read.')
      await updateImport(tx.db, id, { state: 'received', date_order: dateOrder, date_examples: null })
      await recordAudit(tx, { action: 'import.answer', subject: id, details: { date_order: dateOrder } })
      await addRun(tx, 'stage', id)
    },
  })

/**
 * Starts merging a staged import in the background. Asked twice, it is merged once. Admins only. Throws `conflict` for
 * one that is not staged, and `confirmation_required` for one that has to be confirmed.
 */
export async function askMerge(context: Context, runs: RunsToDrain, id: string): Promise<SerializedImport> {
  requireAdmin(context)
  if (await selectOpenRun(context.db, id, ['merge'])) return findImport(context, id)
  return decide(context, runs, id, {
    of: ['staged', 'question'],
    notWhile: [],
    act: async (tx, row) => {
      if (row.state === 'question' && !row.doubts) throw new AppError('conflict', stateMessage(row.state))
      const doubts = storedDoubts(row)
      if (!isConfirmed(doubts, confirmedOf(row))) throw confirmationRequired(id, doubts)
      await recordAudit(tx, { action: 'import.merge', subject: id })
      await addRun(tx, 'merge', id)
    },
  })
}

/**
 * Discards an import that has not taken effect. Admins only. Throws `conflict` if it has, or while a run works on it.
 */
export const discardImport = (context: Context, runs: RunsToDrain, id: string): Promise<SerializedImport> =>
  decide(context, runs, id, {
    of: ['received', 'staged', 'question'],
    notWhile: ['stage', 'merge'],
    act: async (tx) => {
      await clearAway(tx, id)
      await updateImport(tx.db, id, { state: 'discarded', preview: null })
      await recordAudit(tx, { action: 'import.discard', subject: id })
    },
  })

/**
 * Starts undoing a merged import in the background. Admins only. Throws `conflict` for one that is not merged, or
 * undone already.
 */
export const askUndo = (
  context: Context,
  runs: RunsToDrain,
  id: string,
  reason: string,
): Promise<SerializedImport> =>
  decide(context, runs, id, {
    of: ['merged'],
    notWhile: ['undo'],
    act: async (tx, row) => {
      if (row.undone_at) throw new AppError('conflict', 'This import has been undone.')
      await requireUnpaid(tx, (ids) => selectCreditedOf(tx.db, id, ids))
      await updateImport(tx.db, id, { undo_reason: reason })
      await recordAudit(tx, { action: 'import.undo', subject: id, details: { reason } })
      await addRun(tx, 'undo', id)
    },
  })

type Decision = {
  /** The states in which it is allowed. */
  of: string[]
  /** The kinds of run on the import that must have ended. */
  notWhile: RunKind[]
  act(tx: Context, row: LockedImport): Promise<void>
}

async function decide(
  context: Context,
  runs: RunsToDrain,
  id: string,
  { of, notWhile, act }: Decision,
): Promise<SerializedImport> {
  requireAdmin(context)
  const allow = async ({ db }: Context, { state, file_name }: Pick<LockedImport, 'state' | 'file_name'>) => {
    if (!of.includes(state)) throw new AppError('conflict', stateMessage(state), { import_id: id })
    const run = await selectOpenRun(db, id, notWhile)
    if (run)
      throw new AppError('conflict', underWayMessage(file_name, run.kind), { import_id: id, run_id: run.id })
  }
  // Checked before its row is locked as well: a merge holds the lock for as long as it takes.
  await allow(context, await findImport(context, id))
  await inTransaction(context, async (tx) => {
    const row = await lockKnown(tx, id)
    await allow(tx, row)
    await act(tx, row)
  })
  runs.drain()
  return findImport(context, id)
}
