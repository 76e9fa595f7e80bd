import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { readInTime, searchTime } from '../../platform/searches/in-time.ts'
import { readCursor, readRankCursor, writeCursor, writeRankCursor } from '../../shared/cursor.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import {
  type OwnCardFilter,
  type OwnCardRow,
  selectAttentionCards,
  selectOwnCards,
} from '../cards/cards-sql.ts'
import { pageSize, wordsSought } from '../cards/rules.ts'
import type { folioContract } from '../contract.ts'
import { serializeOwnCard } from '../serialize.ts'
import { countOwn, selectOwnCategories } from './sql.ts'

type Contract = typeof folioContract
type OwnProducts = z.input<Contract['GET /api/v1/me/products']['response']>
type Query = Partial<z.output<Contract['GET /api/v1/me/products']['query']>>

/**
 * The caller's own products, newest first: of one category, the Inbox (`category: 'inbox'`), one ASIN, or with each
 * word of `q`. With `attention` those with a dead shop link, the most clicked first. Throws `validation_failed` for a
 * bad cursor, and `unavailable` where the words take longer than a search may.
 */
export function listOwnProducts(context: Context, query: Query): Promise<OwnProducts> {
  const { userId } = requireUser(context)
  const list = (reading: Context) => listProductsOf(reading, userId, query)
  return query.q === undefined ? list(context) : readInTime(context, searchTime, (step) => step(list))
}

async function listProductsOf(context: Context, userId: string, query: Query): Promise<OwnProducts> {
  const { limit = pageSize, attention, cursor } = query
  const now = context.clock()
  const serialize = (row: OwnCardRow) => serializeOwnCard(row, now)
  const filter = { ...filterOf(query), userId, limit: limit + 1 }
  if (attention) {
    const after = parseCursor(cursor, readRankCursor)
    const rows = await selectAttentionCards(context.db, { ...filter, ...(after && { after }) })
    const cursorOf = (row: OwnCardRow) => writeRankCursor({ rank: row.clicks_count, id: row.id })
    return toPage(rows, { limit, serialize, cursorOf })
  }
  const before = parseCursor(cursor, readCursor)
  const isUsual = limit === pageSize && query.asin === undefined && query.q === undefined
  const rows = await selectOwnCards(context.db, { ...filter, isUsual, ...(before && { before }) })
  const cursorOf = (row: OwnCardRow) => writeCursor({ createdAt: row.created_at, id: row.id })
  return toPage(rows, { limit, serialize, cursorOf })
}

function filterOf({
  category,
  asin,
  q,
}: Query): Pick<OwnCardFilter, 'inbox' | 'categorySlug' | 'asin' | 'words'> {
  return {
    ...(category === 'inbox' ? { inbox: true } : category !== undefined && { categorySlug: category }),
    ...(asin !== undefined && { asin }),
    ...(q !== undefined && { words: wordsSought(q).words }),
  }
}

/** How the caller's collection is organised: every category with its pin and count, and the Inbox. */
export async function listOwnCategories(
  context: Context,
): Promise<z.input<Contract['GET /api/v1/me/categories']['response']>> {
  const { userId } = requireUser(context)
  const [items, count] = await Promise.all([
    selectOwnCategories(context.db, userId),
    countOwn(context.db, userId),
  ])
  return { items, inbox_count: count.inbox ?? 0, attention_count: count.attention ?? 0 }
}
