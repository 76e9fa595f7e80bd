import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { OrderDetail } from '../answers.ts'
import { Facts } from '../parts/facts.tsx'
import { nameOf } from '../parts/texts.ts'
import { evidenceFacts } from './order-match.tsx'
import { whyText } from './order-texts.ts'

const DecideOrder = lazyPart(() => import('./decide-order.tsx'))

type OrderDisagreementProps = { order: OrderDetail }

/**
 * For an order whose evidence disagrees: who has it, and who would have it by all that is known now, each with evidence
 * and a button. Renders nothing where the evidence agrees.
 */
export function OrderDisagreement({ order }: OrderDisagreementProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { match, disagreement } = order
  if (!match || !disagreement) return null
  const { creator } = disagreement
  const keep: Asked = {
    creator: match.creator,
    question: match.creator ? `Keep with ${nameOf(match.creator)}` : 'Keep as nobody’s',
    confirm: 'Keep',
  }
  const change: Asked = creator
    ? { creator, question: `Move to ${nameOf(creator)}`, confirm: 'Move' }
    : { creator, question: `Take away from ${whose(match.creator)}`, confirm: 'Take away' }
  return (
    <SettingsSection title="Evidence disagrees">
      <Banner tone="note">
        {creator
          ? `Later evidence would give this order to ${nameOf(creator)}.`
          : 'By later evidence this order would be nobody’s.'}{' '}
        It stays where it is until you decide.
      </Banner>
      <ul className="surface divide-y overflow-hidden">
        <Claim
          name={whose(match.creator)}
          reason={whyText(match)}
          evidence={order.evidence}
          button={keep.question}
          onDecide={() => setAsked(keep)}
        />
        <Claim
          name={whose(creator)}
          reason={disagreement.reason}
          evidence={disagreement.evidence}
          button={change.question}
          onDecide={() => setAsked(change)}
        />
      </ul>
      {asked && (
        <DecideOrder
          order={order}
          creator={asked.creator}
          words={{ title: `${asked.question}?`, confirm: asked.confirm }}
          onClose={() => setAsked(null)}
        />
      )}
    </SettingsSection>
  )
}

type Creator = NonNullable<OrderDetail['match']>['creator']
/** A decision that the dialog asks to confirm; without a creator the order is nobody’s. */
type Asked = { creator: Creator; question: string; confirm: string }

const whose = (creator: Creator) => (creator ? nameOf(creator) : 'Nobody')

type ClaimProps = {
  name: string
  reason: ReactNode
  evidence: OrderDetail['evidence']
  button: string
  onDecide: () => void
}

function Claim({ name, reason, evidence, button, onDecide }: ClaimProps) {
  const facts = evidenceFacts(evidence)
  return (
    <li className="stack gap-3 p-4">
      <div className="stack gap-1">
        <p className="text-small font-semibold">{name}</p>
        <p className="text-small text-ink-2">{reason}</p>
      </div>
      {facts.length > 0 && <Facts facts={facts} />}
      <Button size="sm" className="w-fit" onClick={onDecide}>
        {button}
      </Button>
    </li>
  )
}
