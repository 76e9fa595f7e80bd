import type { Updateable } from 'kysely'
import { type Context, inTransaction } from '../../../platform/context.ts'
import type { ImportBatches } from '../../../platform/database/schema.ts'
import type { LockedImport } from '../ending.ts'
import {
  type Duplicate,
  decisionsOf,
  maxDays,
  type Sale,
  undecidedDuplicates,
} from '../formats/duplicate-rules.ts'
import { insertDuplicateDecisions, type SalesAbout, selectSalesAbout } from '../formats/duplicate-sql.ts'
import { lockMerging, prepareLong, selectUnlessGone, updateImport } from '../sql.ts'
import type { Effect } from './effect-sql.ts'
import { foldOrders } from './fold-sql.ts'
import { withdrawRows, writeRows } from './rows-sql.ts'
import { hasOrdersToFold, noOrders, ordersDecidedSince, ordersTouchedBy } from './touched-sql.ts'

/** Sales that may be paid twice in a marketplace, and those of them that nobody has decided on. */
export type Duplicates = { about: SalesAbout; duplicates: Duplicate[] }
export type Merged = { effect: Effect } & Duplicates

/**
 * Makes a staged import take effect: writes its rows, folds the orders that it touches, and finds sales that may then
 * be paid twice. A preview is the same, rolled back.
 */
export async function takeEffect(
  tx: Context,
  { id, format, marketplace }: Pick<LockedImport, 'id' | 'format' | 'marketplace'>,
  { hasCreators = false }: { hasCreators?: boolean } = {},
): Promise<Merged> {
  const at = tx.clock()
  await updateImport(tx.db, id, { merged_at: at })
  await writeRows(tx.db, { id, format })
  const orders = ordersTouchedBy(id, true)
  const effect = await foldOrders(tx.db, { orders, importId: id, at, hasCreators })
  return { effect, ...(await findDuplicates(tx, marketplace)) }
}

/** Takes a merged import back: folds the same orders without it. */
export async function takeBack(
  tx: Context,
  importId: string,
  undone: Pick<Updateable<ImportBatches>, 'undone_by' | 'undone_reason' | 'undo_reason'>,
): Promise<Effect> {
  const at = tx.clock()
  await updateImport(tx.db, importId, { ...undone, undone_at: at })
  await withdrawRows(tx.db, importId)
  // An import that is undone no longer reports its items.
  const orders = ordersTouchedBy(importId, false)
  return foldOrders(tx.db, { orders, importId, at, hasCreators: true })
}

/** Likely duplicates in a marketplace, as orders are now. */
export async function findDuplicates({ db }: Context, marketplace: string): Promise<Duplicates> {
  const about = await selectSalesAbout(db, { marketplace, maxDays })
  return { about, duplicates: undecidedDuplicates(about) }
}

/** Stores whether pairs are one sale or two, and applies that to those that are orders already (decision 42). */
export async function decideDuplicates(
  tx: Context,
  { duplicates, rows }: { duplicates: Duplicate[]; rows: Sale[] },
  isSameSale: boolean,
): Promise<void> {
  const at = tx.clock()
  const first = await insertDuplicateDecisions(tx.db, decisionsOf(duplicates, rows, isSameSale), {
    actorId: await selectUnlessGone(tx.db, tx.actor?.userId),
    at,
  })
  await foldOrders(tx.db, { orders: ordersDecidedSince(first), at, isAlone: true })
}

/**
 * Lets returns take anew from purchases whose creator has changed, or that an admin has named: the creators decide from
 * which of them a return may take (docs/product/reports.md#whose-return-is-this). Does nothing without any.
 */
export async function foldReturns(context: Context): Promise<void> {
  if (!(await hasOrdersToFold(context.db))) return
  await inTransaction(context, async (tx) => {
    await prepareLong(tx.db)
    await lockMerging(tx.db)
    await foldOrders(tx.db, { orders: noOrders, at: tx.clock() })
  })
}
