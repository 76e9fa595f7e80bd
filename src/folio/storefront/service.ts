import type { z } from 'zod'
import { lockOwnAccount } from '../../identity/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { readRankCursor, writeRankCursor } from '../../shared/cursor.ts'
import { invalid } from '../../shared/errors.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import { pageSize } from '../cards/rules.ts'
import type { collectionContract } from '../collection-contract.ts'
import type { productCard } from '../contract.ts'
import { serializeCard } from '../serialize.ts'
import { countOwnLive, deletePicks, insertPicks, selectListed, selectPicks, selectPopular } from './sql.ts'

type Card = z.input<typeof productCard>
type Picks = z.input<(typeof collectionContract)['PUT /api/v1/me/picks']['response']>

/** The products that stand first on a person's storefront, in their order, as far as others may see them. */
export async function listPicks(context: Context, userId: string): Promise<Card[]> {
  const viewer = { isOwner: false, now: context.clock() }
  return (await selectPicks(context.db, userId)).map((row) => serializeCard(row, viewer))
}

/** The categories of a person's listed products, and how many are in each; those without any are left out. */
export const countListed = ({ db }: Context, userId: string) => selectListed(db, userId)

/** A person's products that were viewed most in ninety days. Throws `validation_failed` for a bad cursor. */
export async function listPopular(context: Context, userId: string, cursor: string | undefined) {
  const after = parseCursor(cursor, readRankCursor)
  const viewer = { isOwner: false, now: context.clock() }
  const rows = await selectPopular(context.db, { userId, limit: pageSize + 1, ...(after && { after }) })
  return toPage(rows, {
    limit: pageSize,
    serialize: (row) => serializeCard(row, viewer),
    cursorOf: ({ score, id }) => writeRankCursor({ rank: score, id }),
  })
}

/**
 * Sets the caller's picks and their order (docs/product/storefront.md#picks), and returns those that others see. Throws
 * `validation_failed` for what is no live product of their own.
 */
export async function setPicks(context: Context, { product_ids }: { product_ids: string[] }): Promise<Picks> {
  const { userId } = requireUser(context)
  return inTransaction(context, async (tx) => {
    await lockOwnAccount(tx)
    if ((await countOwnLive(tx.db, userId, product_ids)) < product_ids.length)
      throw invalid('product_ids', 'Only items in your own folio can be picks.')
    await deletePicks(tx.db, userId)
    await insertPicks(tx.db, userId, product_ids)
    return { items: await listPicks(tx, userId) }
  })
}
