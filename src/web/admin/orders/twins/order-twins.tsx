import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '../../../../shared/amazon/currencies.ts'
import { dayText, momentText } from '../../../format/when-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { deferredPart } from '../../../ui/deferred-part.tsx'
import { SettingsSection } from '../../../ui/settings-section.tsx'
import type { OrderDetail } from '../../answers.ts'

const ChangeTwin = deferredPart(() => import('./change-twin.tsx').then((script) => script.default))

type OrderTwinsProps = { order: OrderDetail }
type DecidedTwin = OrderDetail['twins'][number]

/**
 * The twins of an order and what an admin decided of each: the same sale, paid once, or two sales. A button gives the
 * other answer where that is still possible (decision 42). Renders nothing without twins.
 */
export function OrderTwins({ order }: OrderTwinsProps) {
  const [asked, setAsked] = useState<DecidedTwin | null>(null)
  if (order.twins.length === 0) return null
  return (
    <SettingsSection title="Reported in both formats">
      <ul className="surface divide-y overflow-hidden">
        {order.twins.map((twin) => (
          <Twin
            key={twin.order_item_id + twin.fee_item_id}
            twin={twin}
            of={order.order_item_id}
            currency={order.currency}
            onChange={() => setAsked(twin)}
          />
        ))}
      </ul>
      {asked && <ChangeTwin order={order} twin={asked} onClose={() => setAsked(null)} />}
    </SettingsSection>
  )
}

type TwinProps = { twin: DecidedTwin; of: string; currency: string; onChange: () => void }

function Twin({ twin, of, currency, onChange }: TwinProps) {
  const { order_item_id, fee_item_id, choice, order_date, shipped_on, commission, settled } = twin
  const isSame = choice === 'same_sale'
  const other = of === order_item_id ? fee_item_id : order_item_id
  const facts = [
    order_date && `ordered ${dayText(order_date)}`,
    shipped_on && `shipped ${dayText(shipped_on)}`,
    commission !== null && moneyText(commission, currency),
  ].filter((fact) => fact)
  return (
    <li className="stack gap-3 p-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        {/* A row of Fee-Earnings that an order stands for has no page. */}
        {isSame && other === fee_item_id ? (
          <span className="num text-small break-all">{other}</span>
        ) : (
          <Link to="/admin/orders/$id" params={{ id: other }} className="link num w-fit text-small break-all">
            {other}
          </Link>
        )}
        <span className="text-end">
          <Badge>{isSame ? 'The same sale' : 'Two sales'}</Badge>
        </span>
        {facts.length > 0 && <p className="num col-span-2 text-caption text-ink-2">{facts.join(' · ')}</p>}
        <p className="num col-span-2 text-caption text-ink-3">
          {twin.decided_by ? `@${twin.decided_by}, ` : ''}
          {momentText(twin.decided_at)}
        </p>
        {settled && <p className="col-span-2 text-caption text-ink-2">{settled}</p>}
      </div>
      {!settled && (
        <Button
          size="sm"
          className="w-fit"
          aria-label={`${isSame ? 'These are two sales' : 'It is the same sale'}: ${other}`}
          onClick={onChange}
        >
          {isSame ? 'These are two sales' : 'It is the same sale'}
        </Button>
      )}
    </li>
  )
}
