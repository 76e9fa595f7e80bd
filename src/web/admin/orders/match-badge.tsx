import { ConfidenceBadge } from '../../earnings/entry-parts.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Order } from '../admin-queries.ts'

type MatchBadgeProps = { match: Order['match'] }

/** How sure it is whose an order is. */
export function MatchBadge({ match }: MatchBadgeProps) {
  if (!match) return <Badge tone="line">waiting</Badge>
  return <ConfidenceBadge confidence={match.confidence} />
}
