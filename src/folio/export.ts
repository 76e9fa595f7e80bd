import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { readByCursor } from '../platform/database/cursor.ts'
import { eachOf, type InBatches } from '../platform/files/json-object.ts'
import { pick } from '../shared/fields/by-name.ts'
import { storedFields } from '../shared/fields/owner-fields.ts'
import { centsToUsd } from '../shared/money.ts'
import type { exportedFolio } from './export-contract.ts'
import { allProducts, type ExportedProductRow, selectCategoryPins } from './export-sql.ts'
import { attentionOf, hiddenOf, shownDetails } from './serialize.ts'
import { selectPickIds } from './storefront/sql.ts'

type ExportedFolio = z.input<typeof exportedFolio>

/**
 * The caller's whole collection for their export: every product, in the Inbox and deleted ones too. To be read in the
 * caller's transaction.
 */
export async function exportFolio(context: Context): Promise<InBatches<ExportedFolio>> {
  const { userId } = requireUser(context)
  const products = readByCursor(context.db, allProducts(context.db, userId))
  const now = context.clock()
  return {
    products: eachOf(products, (row) => serializeExported(row, now)),
    category_pins: await selectCategoryPins(context.db, userId),
    picks: (await selectPickIds(context.db, userId)).map(({ product_id }) => product_id),
  }
}

const serializeExported = (row: ExportedProductRow, now: Date): ExportedFolio['products'][number] => ({
  id: row.id,
  asin: row.asin,
  asin_is_made_up: row.asin_is_made_up,
  marketplace: row.marketplace,
  amazon_url: row.amazon_url,
  ...pick(row, storedFields),
  ...shownDetails(row, { isOwner: true, now }),
  metadata_source: row.metadata_source,
  attention: attentionOf(row),
  hidden: hiddenOf(row),
  is_categorized: row.is_categorized,
  categories: row.categories,
  short_link_ids: row.short_link_ids,
  clicks_count: row.clicks_count,
  earnings_usd: centsToUsd(row.earnings_cents),
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
})
