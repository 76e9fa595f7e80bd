import { currencyName, moneyText } from '../../../shared/amazon/currencies.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import type { Rate, RatedMonth } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'

type MonthOfCurrencyProps = { of: RatedMonth; onSet: () => void }

/** What the orders of a month come to in a currency, the rate that holds, and the former ones folded away. */
export function MonthOfCurrency({ of, onSet }: MonthOfCurrencyProps) {
  const { month, currency, orders, waiting, commission, rates } = of
  const [present, ...former] = rates
  const name = `${monthText(month)}, ${currencyName(currency)}`
  return (
    <section aria-label={name} className="surface stack gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sub font-semibold">
          {monthText(month)} <span className="font-normal text-ink-2">{currencyName(currency)}</span>
        </h2>
        <span className="num text-caption text-ink-2">
          {counted(orders, 'order')} · {moneyText(commission, currency)}
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {present ? <RateFacts rate={present} currency={currency} /> : <Waiting orders={waiting} />}
        <Button size="sm" onClick={onSet}>
          Set the rate<span className="sr-only"> of {name}</span>
        </Button>
      </div>
      {former.length > 0 && <Former rates={former} currency={currency} />}
    </section>
  )
}

/** Whether orders wait for a rate: what came back takes the rate of what was bought. */
const Waiting = ({ orders }: { orders: number }) =>
  orders > 0 ? (
    <p>
      <Badge tone="waiting">
        {counted(orders, 'order waits for this rate', 'orders wait for this rate')}
      </Badge>
    </p>
  ) : (
    <p className="text-caption text-ink-2">Only returns, which need no rate</p>
  )

type RateFactsProps = { rate: Rate; currency: string }

function RateFacts({ rate: { usd_per_unit, source, reason, set_by, set_at }, currency }: RateFactsProps) {
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="num text-small font-semibold">
        {moneyText(1, currency)} = ${usd_per_unit}
      </p>
      <p dir="auto" className="text-caption break-words text-ink-2">
        {source}
      </p>
      {reason && (
        <p dir="auto" className="text-caption break-words text-ink-2">
          {reason}
        </p>
      )}
      <p className="num text-caption text-ink-3">
        Set on {momentDay(set_at)} by {nameOf({ username: set_by })}
      </p>
    </div>
  )
}

type FormerProps = { rates: Rate[]; currency: string }

function Former({ rates, currency }: FormerProps) {
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit items-center gap-1 rounded-sm text-small font-semibold text-ink-2">
        <Icon name="chevronRight" size={16} className="transition-[rotate] group-open:rotate-90" />
        {counted(rates.length, 'former rate')}
      </summary>
      <ul aria-label="Former rates" className="divide-y">
        {rates.map((rate) => (
          <li key={rate.set_at} className="py-2">
            <RateFacts rate={rate} currency={currency} />
          </li>
        ))}
      </ul>
    </details>
  )
}
