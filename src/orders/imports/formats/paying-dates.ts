import type { z } from 'zod'
import { recordAudit } from '../../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../../platform/context.ts'
import { whereBroken } from '../../../platform/database/failures.ts'
import { AppError, accountDeleted } from '../../../shared/errors.ts'
import type { Confirmation, importsContract, PayingDate } from '../contract.ts'
import { isConfirmed, turningOver, twinned } from '../doubt-rules.ts'
import { prepareLong, runStatements, tried } from '../effect-sql.ts'
import { decideTwins } from '../merging.ts'
import { findTwins, renewPreviews } from '../preview.ts'
import { lockMerging } from '../sql.ts'
import { turnOverStatements } from './turn-over-sql.ts'
import { insertPayingDate, type PayingDateRow, selectPayingDates } from './twin-sql.ts'

type Calls = typeof importsContract
type Body = z.output<Calls['PUT /api/v1/admin/paying-dates/:marketplace']['body']>

/** The ship date from which Fee-Earnings pays, by marketplace. */
export async function listPayingDates(
  context: Context,
): Promise<z.input<Calls['GET /api/v1/admin/paying-dates']['response']>> {
  requireAdmin(context)
  return { items: (await selectPayingDates(context.db)).map(present) }
}

/**
 * Sets the ship date from which Fee-Earnings pays in a marketplace, and has its orders pay accordingly; the same again changes
 * nothing. Throws `confirmation_required` with rows and money where that turns over what pays, or where something may be
 * paid twice then, unless just this is confirmed.
 */
export async function setPayingDate(
  context: Context,
  marketplace: string,
  { starts_on, confirm = [] }: Body,
): Promise<PayingDate> {
  requireAdmin(context)
  const row = await inTransaction(context, async (tx) => {
    await prepareLong(tx.db)
    await lockMerging(tx.db)
    const before = await findDate(tx, marketplace)
    if (before?.starts_on === starts_on) return before
    await turnOver(tx, { marketplace, starts_on, before: before?.starts_on ?? null, confirm })
    await recordAudit(tx, {
      action: 'paying_date.set',
      subject: marketplace,
      details: { before: before?.starts_on ?? null, after: starts_on, confirmed: confirm },
    })
    return findDate(tx, marketplace)
  })
  if (!row) throw new Error(`The marketplace ${marketplace} has no date though it was set`)
  await renewPreviews(context)
  return present(row)
}

type Change = { marketplace: string; starts_on: string; before: string | null; confirm: Confirmation }

async function turnOver(tx: Context, { marketplace, starts_on, before, confirm }: Change): Promise<void> {
  const attempt = (confirmed: Confirmation) =>
    tried(
      tx.db,
      async () => {
        const values = { marketplace, starts_on, actor_id: tx.actor?.userId ?? null, set_at: tx.clock() }
        await whereBroken({ paying_dates_actor_id_fkey: accountDeleted }, insertPayingDate(tx.db, values))
        const effect = await runStatements(tx.db, turnOverStatements(marketplace, before))
        const found = await findTwins(tx, marketplace)
        const doubts = [turningOver(effect), twinned(found)].filter((doubt) => doubt !== null)
        return { ...found, doubts }
      },
      ({ doubts }) => isConfirmed(doubts, confirmed),
    )
  const first = await attempt(confirm.filter(({ kind }) => kind !== 'twins'))
  if (first.twins.length === 0 && isConfirmed(first.doubts, confirm)) return
  const choice = confirm.find(({ kind }) => kind === 'twins')?.choice
  if (!choice || !isConfirmed(first.doubts, confirm)) throw toConfirm(first.doubts)
  await decideTwins(tx, first, choice === 'same_sale')
  // One sale that is decided to be one no longer pays twice: what is turned over is another sum than before.
  const { doubts } = await attempt([])
  const rest = doubts.filter(({ kind }) => kind !== 'turned_over')
  if (rest.length > 0) throw toConfirm(rest)
  if (doubts.length > 0)
    await attempt(doubts.map(({ kind, rows, commission }) => ({ kind, rows, commission })))
}

const toConfirm = (reasons: ReturnType<typeof turningOver>[]) => {
  const messages = reasons.map((doubt) => doubt?.message).join(' ')
  return new AppError('confirmation_required', `This has to be confirmed first. ${messages}`, { reasons })
}

const findDate = async ({ db }: Context, marketplace: string) =>
  (await selectPayingDates(db)).find((row) => row.marketplace === marketplace)

const present = ({ marketplace, starts_on, set_by, set_at }: PayingDateRow): PayingDate => ({
  marketplace,
  starts_on,
  set_by,
  set_at: set_at.toISOString(),
})
