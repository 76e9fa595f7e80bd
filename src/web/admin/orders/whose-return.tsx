import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { OrderDetail } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'

const AnswerReturn = lazyPart(() => import('./answer-return.tsx'))

type Asked = NonNullable<OrderDetail['whose_return']>
type Candidate = Asked['candidates'][number]
type WhoseReturnProps = { order: OrderDetail }

/**
 * The purchases that a return could be of, where they are several creators', each with the button that says so, and
 * what was answered before (docs/product/reports.md#whose-return-is-this). Renders nothing for other orders.
 */
export function WhoseReturn({ order }: WhoseReturnProps) {
  const [chosen, setChosen] = useState<Candidate | 'nobody' | null>(null)
  const asked = order.whose_return
  if (!asked) return null
  const { answer, candidates } = asked
  const isNobodys = answer !== null && answer.purchase_id === null
  return (
    <SettingsSection title="Whose return is this?">
      <p className="text-small text-ink-2">{whatIsAsked(order, asked)}</p>
      {candidates.length > 0 && (
        <ul className="surface divide-y overflow-hidden">
          {candidates.map((bought) => (
            <Purchase
              key={bought.order_item_id}
              bought={bought}
              currency={order.currency}
              isAnswer={answer?.purchase_id === bought.order_item_id}
              onChoose={() => setChosen(bought)}
            />
          ))}
        </ul>
      )}
      {!isNobodys && (
        <Button size="sm" className="w-fit" onClick={() => setChosen('nobody')}>
          Nobody can know
        </Button>
      )}
      {chosen !== null && (
        <AnswerReturn
          order={order}
          bought={chosen === 'nobody' ? null : chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </SettingsSection>
  )
}

function whatIsAsked({ waiting_return, currency }: OrderDetail, { is_asked, answer }: Asked): string {
  const waits = moneyText(waiting_return, currency)
  if (!answer)
    return `This return of ${waits} fits purchases of several creators. Nothing is taken from any of them until an admin says which purchase it is.`
  if (is_asked)
    return `This return of ${waits} waits: the purchase that an admin named is no longer in any report.`
  const who = answer.by ? `@${answer.by}` : 'An admin'
  const what =
    answer.purchase_id === null
      ? 'nobody can know: the platform bears it'
      : 'it belongs to the marked purchase'
  return `${who} said on ${momentText(answer.at)} that ${what}. ${answer.reason}`
}

type PurchaseProps = { bought: Candidate; currency: string; isAnswer: boolean; onChoose: () => void }

function Purchase({ bought, currency, isAnswer, onChoose }: PurchaseProps) {
  const { order_item_id, day, pieces, commission, left, is_alike, creator } = bought
  const facts = [
    creator ? nameOf(creator) : 'Nobody’s',
    `shipped ${dayText(day)}`,
    counted(pieces, 'piece'),
    left !== commission && `${moneyText(left, currency)} left`,
    is_alike && 'the same price and fee',
  ].filter((fact) => fact)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 p-4">
      <Link
        to="/admin/orders/$id"
        params={{ id: order_item_id }}
        className="link num w-fit text-small break-all"
      >
        {order_item_id}
      </Link>
      <span className="num text-end text-small font-semibold">{moneyText(commission, currency)}</span>
      <p className="num col-span-2 text-caption text-ink-2">{facts.join(' · ')}</p>
      {isAnswer ? (
        <p className="col-span-2">
          <Badge>This purchase</Badge>
        </p>
      ) : (
        <Button
          size="sm"
          className="col-span-2 w-fit"
          aria-label={`It belongs to this purchase: ${order_item_id}`}
          onClick={onChoose}
        >
          This purchase
        </Button>
      )}
    </li>
  )
}
