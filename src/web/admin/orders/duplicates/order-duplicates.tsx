import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '../../../../shared/amazon/currencies.ts'
import { dayText } from '../../../../shared/dates/date-text.ts'
import { momentText } from '../../../format/when-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SettingsSection } from '../../../ui/settings-section.tsx'
import type { OrderDetail } from '../../answers.ts'

const ChangeDuplicate = lazyPart(() => import('./change-duplicate.tsx'))

type OrderDuplicatesProps = { order: OrderDetail }
type DecidedDuplicate = OrderDetail['duplicates'][number]

/**
 * The duplicates of an order and what an admin decided of each: the same sale, paid once, or two sales. A button gives
 * the other answer where that is still possible (decision 42). Renders nothing without duplicates.
 */
export function OrderDuplicates({ order }: OrderDuplicatesProps) {
  const [asked, setAsked] = useState<DecidedDuplicate | null>(null)
  if (order.duplicates.length === 0) return null
  return (
    <SettingsSection title="Reported in both formats">
      <ul className="surface divide-y overflow-hidden">
        {order.duplicates.map((duplicate) => (
          <Duplicate
            key={duplicate.order_item_id + duplicate.fee_item_id}
            duplicate={duplicate}
            of={order.order_item_id}
            currency={order.currency}
            onChange={() => setAsked(duplicate)}
          />
        ))}
      </ul>
      {asked && <ChangeDuplicate order={order} duplicate={asked} onClose={() => setAsked(null)} />}
    </SettingsSection>
  )
}

type DuplicateProps = { duplicate: DecidedDuplicate; of: string; currency: string; onChange: () => void }

function Duplicate({ duplicate, of, currency, onChange }: DuplicateProps) {
  const { order_item_id, fee_item_id, choice, order_date, shipped_on, commission, settled } = duplicate
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
          {duplicate.decided_by ? `@${duplicate.decided_by}, ` : ''}
          {momentText(duplicate.decided_at)}
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
