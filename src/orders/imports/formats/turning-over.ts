import { recordAudit } from '../../../audit/index.ts'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { tried } from '../../../platform/database/tried.ts'
import { currencyOf } from '../../../shared/amazon/marketplaces.ts'
import { notFound } from '../../../shared/errors.ts'
import { interruptibly, type Progress } from '../../runs/execute.ts'
import type { Confirmation } from '../contract.ts'
import { confirmedOf, duplicatesDoubt, isConfirmed, type Question, turningOver } from '../doubt-rules.ts'
import { inWords } from '../doubt-texts.ts'
import { countMerged, foldOrders, resetMergedCount } from '../merge/fold-sql.ts'
import { decideDuplicates, findDuplicates } from '../merge/merging.ts'
import { renewPreviews } from '../merge/preview.ts'
import { lockMerging, prepareLong, selectUnlessGone } from '../sql.ts'
import {
  insertPayingDate,
  selectPayingDate,
  selectPayingDateChange,
  updatePayingDateChange,
} from './duplicate-sql.ts'
import { countBetweenDates, ordersBetweenDates, payByDate } from './turn-over-sql.ts'

/** The outcome of a change of the ship date: it is set, or has to be confirmed first. */
type Outcome = { set: 1 } | { to_confirm: 1 }

/**
 * Sets the ship date that an admin requested, and makes the marketplace's orders pay accordingly, in one transaction:
 * all or nothing. Questions are stored with the change. Setting the present date changes nothing (decision 42).
 */
export async function turnOverRun(context: Context, changeId: string, progress: Progress): Promise<Outcome> {
  const outcome = await inTransaction(context, async (tx) => {
    const { done, ...outcome } = await interruptibly(context, tx, progress.signal, () =>
      change(tx, changeId, progress),
    )
    await progress.step(tx, { done, total: done })
    return outcome
  })
  await renewPreviews(context)
  return outcome
}

async function change(
  tx: Context,
  changeId: string,
  progress: Progress,
): Promise<Outcome & { done: number }> {
  await prepareLong(tx.db)
  await lockMerging(tx.db)
  const row = await selectPayingDateChange(tx.db, changeId)
  if (!row) throw notFound('Change')
  const { marketplace, starts_on } = row
  const confirm = confirmedOf(row)
  const before = await selectPayingDate(tx.db, marketplace)
  if (before === starts_on) return { set: 1, done: 0 }
  const { doubts, orders } = await turnOver(tx, { marketplace, starts_on, before, confirm, progress })
  await updatePayingDateChange(tx.db, changeId, {
    doubts: doubts && JSON.stringify(inWords(doubts, currencyOf(marketplace))),
  })
  if (doubts) return { to_confirm: 1, done: orders }
  const details = { before, after: starts_on, confirmed: confirm }
  await recordAudit(tx, { action: 'paying_date.set', subject: marketplace, details })
  return { set: 1, done: orders }
}

type Change = {
  marketplace: string
  starts_on: string
  before: string | null
  confirm: Confirmation
  progress: Progress
}

/**
 * Makes orders pay by a date, unless something has to be confirmed first. Also returns how many orders were checked.
 */
async function turnOver(
  tx: Context,
  { marketplace, starts_on, before, confirm, progress }: Change,
): Promise<{ doubts: Question[] | null; orders: number }> {
  let orders = 0
  const attempt = (confirmed: Confirmation) =>
    tried(
      tx.db,
      async () => {
        const actor_id = await selectUnlessGone(tx.db, tx.actor?.userId)
        const at = tx.clock()
        await insertPayingDate(tx.db, { marketplace, starts_on, actor_id, set_at: at })
        orders = await countBetweenDates(tx.db, { marketplace, before })
        await resetMergedCount(tx.db)
        progress.watch(async (db) => ({ done: Math.min(await countMerged(db), orders), total: orders }))
        await payByDate(tx.db, marketplace)
        const effect = await foldOrders(tx.db, { orders: ordersBetweenDates({ marketplace, before }), at })
        const found = await findDuplicates(tx, marketplace)
        const currency = currencyOf(marketplace)
        const doubts = [turningOver({ ...effect, currency }), duplicatesDoubt({ ...found, currency })].filter(
          (doubt) => doubt !== null,
        )
        return { ...found, doubts }
      },
      ({ doubts }) => isConfirmed(doubts, confirmed),
    )
  const first = await attempt(confirm.filter(({ kind }) => kind !== 'duplicates'))
  if (first.duplicates.length === 0 && isConfirmed(first.doubts, confirm)) return { doubts: null, orders }
  const choice = confirm.find(({ kind }) => kind === 'duplicates')?.choice
  if (!choice || !isConfirmed(first.doubts, confirm)) return { doubts: first.doubts, orders }
  await decideDuplicates(tx, { duplicates: first.duplicates, rows: first.about.rows }, choice === 'same_sale')
  // Pairs decided as one sale no longer pay twice, so the sum to confirm changes.
  const { doubts, duplicates } = await attempt([])
  if (duplicates.length > 0) return { doubts, orders }
  if (doubts.length > 0)
    await attempt(doubts.map(({ kind, rows, commission }) => ({ kind, rows, commission })))
  return { doubts: null, orders }
}
