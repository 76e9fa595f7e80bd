import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { forbidden } from '../../shared/errors.ts'
import { type OwnCardRow, selectOwnCards } from '../cards/cards-sql.ts'
import type { collectionContract } from '../collection-contract.ts'
import { serializeOwnCard } from '../serialize.ts'
import { selectOwnCategories } from './sql.ts'

type Contract = typeof collectionContract
type Categories = z.input<Contract['POST /rest/v1/rpc/get_user_pinned_categories']['response']>
type InboxProducts = z.input<Contract['POST /rest/v1/rpc/get_inbox_products']['response']>
/** Null, or nothing, is the caller (docs/product/calls.md#remote-procedures). */
type Argument = { user_id_param?: string | null | undefined }

const maxInboxProducts = 1_000

/** The caller's pinned or unpinned categories. Throws `forbidden` for another person's id. */
export async function listCategoriesByPin(
  context: Context,
  argument: Argument,
  isPinned: boolean,
): Promise<Categories> {
  const categories = await selectOwnCategories(context.db, ownId(context, argument))
  return categories
    .filter((category) => category.is_pinned === isPinned)
    .map(({ id, name, slug, sort_order, product_count }) => ({
      category_id: id,
      name,
      slug,
      sort_order,
      product_count,
    }))
}

/** The newest 1,000 products of the caller's Inbox. Throws `forbidden` for another person's id. */
export async function listInboxProducts(context: Context, argument: Argument): Promise<InboxProducts> {
  const userId = ownId(context, argument)
  const filter = { userId, inbox: true, limit: maxInboxProducts }
  const rows = await selectOwnCards(context.db, filter)
  return rows.map((row) => serializeInboxProduct(row, context.clock()))
}

const serializeInboxProduct = (row: OwnCardRow, now: Date): InboxProducts[number] => {
  const card = serializeOwnCard(row, now)
  return {
    id: card.id,
    user_id: card.user_id,
    asin: card.asin,
    title: card.title,
    description: card.description,
    user_comment: card.user_comment,
    image_url: card.image_url,
    price_usd: card.price_usd,
    tags: card.tags,
    is_categorized: false,
    created_at: card.created_at,
    short_link_id: card.short_link_id,
  }
}

function ownId(context: Context, { user_id_param: asked }: Argument): string {
  const { userId } = requireUser(context)
  if (asked && asked.toLowerCase() !== userId) throw forbidden('user_id_param must be your own id, or null.')
  return userId
}
