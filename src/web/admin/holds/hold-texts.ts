import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../format/when-text.ts'
import type { Hold } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'

/** What a hold is of, in a sentence: 'all of @maya', 'order 112-1', 'September 2026, amazon.de'. */
export function heldText({
  creator,
  order_item_id,
  month,
}: Pick<Hold, 'creator' | 'order_item_id' | 'month'>) {
  if (creator) return `all of ${nameOf(creator)}`
  return month ? `${monthText(month.month)}, ${marketplaceName(month.marketplace)}` : `order ${order_item_id}`
}
