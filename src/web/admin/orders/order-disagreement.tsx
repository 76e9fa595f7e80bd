import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { Facts } from '../parts/facts.tsx'
import { evidenceFacts } from './order-match.tsx'
import { nameOf, whyText } from './order-texts.ts'

const DecideOrder = lazy(() => import('./decide-order.tsx'))

type OrderDisagreementProps = { order: OrderDetail }

/**
 * Who has an order, and who would have it by all that is known now, with what speaks for each and a button each; nothing where
 * the evidence agrees.
 */
export function OrderDisagreement({ order }: OrderDisagreementProps) {
  const [asked, setAsked] = useState<'keep' | 'move' | null>(null)
  const { match, disagreement } = order
  if (!match || !disagreement) return null
  const { creator } = disagreement
  const keep = match.creator ? `Keep with ${nameOf(match.creator)}` : 'Keep as nobody’s'
  const move = `Move to ${nameOf(creator)}`
  return (
    <SettingsSection title="Evidence disagrees">
      <Banner tone="note">
        What became known later would give this order to {nameOf(creator)}. It stays where it is until you
        decide.
      </Banner>
      <ul className="surface divide-y overflow-hidden">
        <Claim
          name={match.creator ? nameOf(match.creator) : 'Nobody'}
          reason={whyText(match)}
          evidence={order.evidence}
          button={keep}
          onDecide={() => setAsked('keep')}
        />
        <Claim
          name={nameOf(creator)}
          reason={disagreement.reason}
          evidence={disagreement.evidence}
          button={move}
          onDecide={() => setAsked('move')}
        />
      </ul>
      <Suspense>
        {asked && (
          <DecideOrder
            order={order}
            creator={asked === 'keep' ? match.creator : creator}
            words={
              asked === 'keep'
                ? { title: `${keep}?`, confirm: 'Keep' }
                : { title: `${move}?`, confirm: 'Move' }
            }
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </SettingsSection>
  )
}

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
