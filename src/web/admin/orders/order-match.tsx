import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ConfidenceBadge } from '../../earnings/entry-parts.tsx'
import { counted } from '../../format/count-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { Order, OrderDetail } from '../answers.ts'
import { Facts } from '../parts/facts.tsx'
import { whyText } from './order-texts.ts'

const AssignOrder = lazyPart(() => import('../assigning/assign-order.tsx'))
const UndoMatch = lazyPart(() => import('./undo-match.tsx'))

type OrderMatchProps = { order: OrderDetail }

/** Whose an order is, on what evidence, and the buttons to change it. */
export function OrderMatch({ order }: OrderMatchProps) {
  const { match } = order
  return (
    <SettingsSection title="Whose it is">
      <div className="surface stack gap-4 p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 text-small font-semibold break-all">
            <Creator match={match} />
          </p>
          <MatchBadge match={match} />
        </div>
        {match ? (
          <>
            <p className="text-small text-ink-2">{whyText(match)}</p>
            <Reason match={match} />
            <Facts
              facts={[
                ['Short link', match.short_link_id && <ShortLink id={match.short_link_id} />],
                ...evidenceFacts(order.evidence),
                ['Note to the creator', match.note_to_creator && <bdi>{match.note_to_creator}</bdi>],
                ['Decided by', order.matched_by && `@${order.matched_by}`],
                ['Decided', order.matched_at && momentText(order.matched_at)],
                ['Next matching', match.is_decided ? 'Leaves it alone' : nextMatching(match)],
              ]}
            />
          </>
        ) : (
          <p className="text-small text-ink-2">No matching has looked at this order yet.</p>
        )}
        <Decisions order={order} />
      </div>
    </SettingsSection>
  )
}

type MatchProps = { match: OrderDetail['match'] }

function Creator({ match }: MatchProps): ReactNode {
  if (!match?.creator) return match ? 'Nobody’s' : 'Not known yet'
  const { username } = match.creator
  if (!username) return 'Someone who has left'
  return (
    <>
      <Link to="/$username" params={{ username }} className="link">
        @{username}
      </Link>
      <span className="font-normal text-ink-2">
        {' '}
        ·{' '}
        <Link to="/admin/creators/$username" params={{ username }} className="link">
          Money<span className="sr-only"> of @{username}</span>
        </Link>
      </span>
    </>
  )
}

/** The reason and note that an admin wrote. */
function Reason({ match }: { match: NonNullable<OrderDetail['match']> }) {
  if (!match.is_decided || !match.reason) return null
  return (
    <p className="text-small">
      “<bdi>{match.reason}</bdi>”
    </p>
  )
}

function ShortLink({ id }: { id: string }) {
  return (
    <Link to="/l/$ref" params={{ ref: id }} className="link wrap-anywhere">
      {id}
    </Link>
  )
}

function Decisions({ order }: OrderMatchProps) {
  const [asked, setAsked] = useState<'assign' | 'undo' | null>(null)
  const close = () => setAsked(null)
  const { match } = order
  if (order.order_status === 'withdrawn')
    return (
      <p className="text-small text-ink-2">
        It cannot be assigned: it is no longer in any report, so it pays nobody.
      </p>
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button className="max-sm:flex-1" onClick={() => setAsked('assign')}>
        Assign by hand
      </Button>
      {match && (match.creator || match.is_decided) && (
        <Button className="max-sm:flex-1" onClick={() => setAsked('undo')}>
          Undo assignment
        </Button>
      )}
      {asked === 'assign' && <AssignOrder order={order} onClose={close} />}
      {asked === 'undo' && <UndoMatch order={order} onClose={close} />}
    </div>
  )
}

/** The matcher's evidence as facts for people. Values that are missing or not of the expected type are left out. */
export function evidenceFacts(evidence: OrderDetail['evidence']): [label: string, value: string][] {
  const { clicked_at, click_kind, creators } = evidence
  const facts: [string, string | null][] = [
    ['Last click', isInstant(clicked_at) ? momentText(clicked_at) : null],
    ['Kind of click', kindTexts[String(click_kind)] ?? null],
    ['Creators with clicks', typeof creators === 'number' ? counted(creators, 'creator') : null],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

const nextMatching = ({ is_provisional }: NonNullable<Order['match']>) =>
  is_provisional ? 'Decides again, until the order’s day is over' : null

const kindTexts: Record<string, string> = {
  outbound: 'Shop on Amazon was pressed',
  view: 'The page was looked at',
}

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))

type MatchBadgeProps = { match: Order['match'] }

/** How sure a match is, and whether it is provisional. */
export function MatchBadge({ match }: MatchBadgeProps) {
  if (!match) return <Badge tone="line">waiting</Badge>
  return (
    <>
      {match.is_provisional && <Badge tone="line">provisional</Badge>}
      <ConfidenceBadge confidence={match.confidence} />
    </>
  )
}
