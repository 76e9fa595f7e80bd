import { Link } from '@tanstack/react-router'
import { usdText } from '../../earnings/money-text.ts'
import { dayText } from '../../earnings/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Order } from '../admin-queries.ts'
import { MatchBadge } from './match-badge.tsx'
import { creatorText, statusNames } from './order-texts.ts'

type OrderRowProps = { order: Order }

/** An order in a list: what, when, how much, whose. */
export function OrderRow({ order }: OrderRowProps) {
  const { order_item_id, product_title, asin, order_date, order_status, commission, match, has_ledger } =
    order
  return (
    <Link
      to="/admin/orders/$id"
      params={{ id: order_item_id }}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 p-4 -outline-offset-2 hover:bg-sunken"
    >
      <span dir="auto" className="line-clamp-2 text-small font-semibold">
        {product_title || asin}
      </span>
      <span className="num text-end text-small font-semibold">{usdText(commission)}</span>
      <span className="num min-w-0 text-caption text-ink-3">
        <span className="line-clamp-1 break-all">{order_item_id}</span>
        <span className="block">
          {dayText(order_date)} · {asin} · {statusNames[order_status]}
        </span>
      </span>
      <span className="flex max-w-40 flex-col items-end gap-1 text-end">
        <span className="flex flex-wrap justify-end gap-1">
          {has_ledger && <Badge tone="line">ledger</Badge>}
          <MatchBadge match={match} />
        </span>
        <span className="line-clamp-1 text-caption break-all text-ink-2">{creatorText(match)}</span>
      </span>
    </Link>
  )
}
