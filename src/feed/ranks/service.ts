import { countStoredNetworks } from '../../clicks/index.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { lockRanking, writeCategoryRanks, writeProductRanks } from './sql.ts'

/** The number of ranked products of a category: more than a page shows, since it leaves out some. */
const rankedOfCategory = 30

/**
 * Ranks the listed products of proven accounts by the networks that viewed them in ninety days, each once a day
 * (docs/product/clicks.md#rankings). Writes only changes, and may run several times at once.
 */
export async function rankProducts(context: Omit<Context, 'actor'>): Promise<void> {
  await inTransaction({ ...context, actor: null }, async (tx) => {
    await lockRanking(tx.db)
    await writeProductRanks(tx.db, await countStoredNetworks(tx))
    await writeCategoryRanks(tx.db, rankedOfCategory)
  })
}
