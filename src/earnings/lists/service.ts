import { type Context, requireUser } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { ListFigures } from './contract.ts'
import { type LinkRow, selectListFigures } from './sql.ts'

/**
 * What a list of the caller's own has brought (docs/product/lists.md#what-a-list-brought). Throws `not_found` for
 * anybody else's.
 */
export async function readListFigures(context: Context, listId: string): Promise<ListFigures> {
  const { userId } = requireUser(context)
  const links = await selectListFigures(context.db, userId, listId)
  if (!links) throw notFound('List')
  return {
    ...broughtBy(links),
    items: links.flatMap((link) =>
      link.item_id === null ? [] : [{ item_id: link.item_id, ...broughtBy([link]) }],
    ),
  }
}

const broughtBy = (links: LinkRow[]) => {
  const sum = (of: 'views' | 'presses' | 'orders' | 'cents') => links.reduce((all, link) => all + link[of], 0)
  return {
    views: sum('views'),
    presses: sum('presses'),
    orders: sum('orders'),
    earnings_usd: centsToUsd(sum('cents')),
  }
}
