import { lockOwnAccount } from '../../identity/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { addTo } from './items.ts'
import { insertOwnList } from './making.ts'
import { selectSaved } from './writing-sql.ts'

/**
 * Puts products into the caller's private list 'Saved', which is made where there is none
 * (docs/product/lists.md#saves). Throws as adding to a list does.
 */
export const saveProducts = (context: Context, productIds: string[]) =>
  inTransaction(context, async (tx) => {
    await lockOwnAccount(tx)
    const saved = (await selectSaved(tx.db, requireUser(tx).userId)) ?? (await insertOwnList(tx, newSaved))
    return addTo(tx, saved, productIds)
  })

const newSaved = { title: 'Saved', words: null, cover_url: null, is_look: false, is_saved: true }
