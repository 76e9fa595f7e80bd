import { Link } from '@tanstack/react-router'
import { usdText } from '../../format/money-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { Proposal } from '../answers.ts'
import { CreatorLink } from '../parts/creator-link.tsx'
import { nameOf } from '../parts/texts.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'
import { askedFacts, barTexts, orderOf, proposalTitle } from './proposal-texts.ts'

type ProposalRowProps = { proposal: Proposal; onRefuse: () => void }

/** A proposal with whom it moves how much, all that it asks, and what the admin may say to it. */
export function ProposalRow({ proposal, onRefuse }: ProposalRowProps) {
  const { moves, reason, proposed_by, proposed_at, state } = proposal
  const order = orderOf(proposal)
  return (
    <div className="stack gap-2 px-4 py-4">
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-small font-semibold">{proposalTitle(proposal)}</h2>
        {state !== 'open' && (
          <Badge tone={state === 'approved' ? 'good' : 'line'}>
            {state === 'approved' ? 'Approved' : 'Refused'}
          </Badge>
        )}
      </div>
      <ul aria-label="Creators concerned" className="num stack gap-0.5 text-small">
        {moves.map(({ payee_id, username, amount }) => (
          <li key={payee_id}>
            <CreatorLink username={username} />
            {amount > 0 ? ` · ${usdText(amount)} moved` : ' · concerned'}
          </li>
        ))}
      </ul>
      <dl className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-caption">
        {askedFacts(proposal).map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {order !== undefined && (
        <Link to="/admin/orders/$id" params={{ id: order }} className="link justify-self-start text-small">
          Look at the order
        </Link>
      )}
      {reason && (
        <p className="text-small wrap-anywhere text-ink-2">
          “<bdi>{reason}</bdi>”
        </p>
      )}
      <p className="num text-caption text-ink-3">
        Proposed by {nameOf({ username: proposed_by })}, {momentText(proposed_at)}
      </p>
      <Decision proposal={proposal} onRefuse={onRefuse} />
    </div>
  )
}

function Decision({ proposal, onRefuse }: ProposalRowProps) {
  const { id, state, bars_you, decided_by, decided_at, decision_reason } = proposal
  const { run: approve, isBusy } = useAdminAct({
    send: (api) => api('POST /api/v1/admin/proposals/:id/approve', { params: { id } }),
    done: 'Approved and done',
    failed: 'Could not approve it',
  })
  if (state !== 'open')
    return (
      <p className="num text-caption wrap-anywhere text-ink-3">
        {state === 'approved' ? 'Approved' : 'Refused'} by {decided_by ? `@${decided_by}` : 'the operator'}
        {decided_at && `, ${momentText(decided_at)}`}
        {decision_reason && `: ${decision_reason}`}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      {bars_you === null && (
        <Button variant="primary" size="sm" busy={isBusy} onClick={() => void approve()}>
          Approve<span className="sr-only"> “{proposalTitle(proposal)}”</span>
        </Button>
      )}
      <Button size="sm" disabled={isBusy} onClick={onRefuse}>
        {bars_you === 'yours' ? 'Take back' : 'Refuse'}
        <span className="sr-only"> “{proposalTitle(proposal)}”</span>
      </Button>
      {bars_you && <p className="text-caption text-ink-2">{barTexts[bars_you]}</p>}
    </div>
  )
}
