import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { groupOf, reviewEvidenceQuery } from '../admin-queries.ts'
import type { ReviewGroup } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { nameOf } from '../parts/texts.ts'
import { SideEvidence } from './order-sides.tsx'
import { reviewTexts } from './order-texts.ts'

const DecideGroup = lazyPart(() => import('./decide-group.tsx'))

type Claimant = ReviewGroup['claimants'][number]
/** A decision on a group that the dialog asks to confirm: whose it is, or nobody's. */
type Asked = { group: ReviewGroup; creator: Claimant | null }

const keyOf = (group: ReviewGroup) => JSON.stringify(groupOf(group))

/** Contested orders in groups by product, month and claimants, each decided at once. */
export function ReviewGroups() {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/reviews'))
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!query.data) {
    if (!query.error) return <RowsSkeleton label="Loading groups" />
    return (
      <AdminFailed
        error={query.error}
        message="Failed to load groups"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { items } = query.data
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title="Nothing is contested">
          Orders that are under review for another reason are decided one by one.
        </EmptyState>
      ) : (
        <ul aria-label="groups" className="stack gap-4">
          {items.map((group) => (
            <li key={keyOf(group)}>
              <Group group={group} onAsk={(creator) => setAsked({ group, creator })} />
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <DecideGroup
          // Undefined once nothing of the group is left to decide.
          now={items.find((group) => keyOf(group) === keyOf(asked.group))}
          {...asked}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type GroupProps = { group: ReviewGroup; onAsk: (creator: Claimant | null) => void }

function Group({ group, onAsk }: GroupProps) {
  const { product_title, asin, month, orders, commission, reason, claimants } = group
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="surface stack gap-4 p-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5">
        <h2 dir="auto" className="line-clamp-2 text-small font-semibold">
          {product_title || asin}
        </h2>
        <p className="num text-end text-small font-semibold">{moneyText(commission, group.currency)}</p>
        <p className="num text-caption text-ink-3">
          {asin} · {monthText(month)} · {counted(orders, 'order')}
        </p>
        <p className="text-end">
          <Badge tone="waiting">{reviewTexts[reason].name}</Badge>
        </p>
      </div>
      {!isOpen && (
        <ul aria-label="Who claims them" className="flex flex-wrap gap-x-4 gap-y-2">
          {claimants.map((claimant) => (
            <li key={claimant.payee_id} className="flex min-w-0 items-center gap-2">
              <ClaimantName claimant={claimant} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && <Evidence group={group} onAsk={onAsk} />}
      <Button size="sm" className="w-fit" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Compare and decide'}
      </Button>
    </section>
  )
}

function ClaimantName({ claimant }: { claimant: Claimant }) {
  return (
    <>
      <Avatar name={claimant.username ?? '?'} src={claimant.avatar_url} size={28} />
      <span className="truncate text-small font-semibold">{nameOf(claimant)}</span>
    </>
  )
}

/** The evidence for each claimant, summed over the orders, with the button that gives all orders to them. */
function Evidence({ group, onAsk }: GroupProps) {
  const query = useQuery(reviewEvidenceQuery(useApi(), group))
  if (query.isLoadingError)
    return (
      <AdminFailed
        error={query.error}
        message="Failed to load the evidence"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <div className="stack gap-3">
      <p className="text-small text-ink-2">{reviewTexts[group.reason].why}</p>
      <ul className="divide-y rounded-md border">
        {group.claimants.map((claimant) => {
          const side = query.data?.sides.find(({ creator }) => creator.payee_id === claimant.payee_id)
          return (
            <li key={claimant.payee_id} className="stack gap-3 p-4">
              <p className="flex min-w-0 items-center gap-2">
                <ClaimantName claimant={claimant} />
              </p>
              {side && <SideEvidence side={side} hours={side.hours} />}
              {query.isPending && <Skeleton className="h-8 w-3/5 rounded-xs" />}
              <Button size="sm" className="w-fit" onClick={() => onAsk(claimant)}>
                They are {nameOf(claimant)}’s
              </Button>
            </li>
          )
        })}
      </ul>
      <Button size="sm" className="w-fit" onClick={() => onAsk(null)}>
        They are nobody’s
      </Button>
    </div>
  )
}
