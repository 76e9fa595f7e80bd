import { useState } from 'react'
import { dayText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { OrderDetail } from '../answers.ts'
import { flagText } from '../flags/flag-texts.ts'
import { nameOf } from '../parts/texts.ts'
import { reviewTexts } from './order-texts.ts'

const DecideOrder = lazyPart(() => import('./decide-order.tsx'))

type OrderSidesProps = { order: OrderDetail }
type Side = OrderDetail['sides'][number]

/** The evidence for each creator who claims an order, with buttons to decide; renders nothing for one claimant. */
export function OrderSides({ order }: OrderSidesProps) {
  const [asked, setAsked] = useState<Side['creator'] | 'nobody' | null>(null)
  const { sides, match } = order
  if (sides.length === 0) return null
  const review = match?.review
  return (
    <SettingsSection title="Who claims it">
      {review && (
        <Banner tone="note">
          <p className="font-semibold">This order waits for your decision.</p>
          <p>{reviewTexts[review].why} Until then nothing of it is payable.</p>
        </Banner>
      )}
      <ul className="surface divide-y overflow-hidden">
        {sides.map((side) => (
          <li key={side.product_id} className="stack gap-3 p-4">
            <div className="stack gap-1">
              <p className="text-small font-semibold">{nameOf(side.creator)}</p>
              <SideEvidence side={side} hours={side.hours.length} />
            </div>
            {review && (
              <Button size="sm" className="w-fit" onClick={() => setAsked(side.creator)}>
                It is {nameOf(side.creator)}’s
              </Button>
            )}
          </li>
        ))}
      </ul>
      {review && (
        <Button className="w-fit" onClick={() => setAsked('nobody')}>
          It is nobody’s
        </Button>
      )}
      {asked && (
        <DecideOrder
          order={order}
          creator={asked === 'nobody' ? null : asked}
          onClose={() => setAsked(null)}
        />
      )}
    </SettingsSection>
  )
}

type SideEvidenceProps = {
  side: Pick<
    Side,
    'views' | 'presses' | 'own_visits' | 'networks' | 'visitors' | 'first_at' | 'last_at' | 'flags'
  >
  /** The number of hours with visits. */
  hours: number
}

/** The visits that count for a claimant, of one order or several. */
export function SideEvidence({ side, hours }: SideEvidenceProps) {
  const { views, presses, own_visits, networks, visitors, first_at, last_at, flags } = side
  return (
    <div className="stack gap-1">
      <p className="num text-caption text-ink-2">
        {counted(networks, 'network')} · {counted(visitors, 'visitor')} ·{' '}
        {counted(presses, 'press', 'presses')} · {counted(views, 'view')}
        {own_visits > 0 && ` · ${counted(own_visits, 'visit')} of their own`}
      </p>
      {first_at && last_at && (
        <p className="num text-caption text-ink-3">
          In {counted(hours, 'hour')}, {momentText(first_at)} to {momentText(last_at)}
        </p>
      )}
      {flags.map((flag) => (
        <p key={flag.measure} className="num text-caption text-amber">
          Flagged for {dayText(flag.day)}: {flagText(flag)}
        </p>
      ))}
    </div>
  )
}
