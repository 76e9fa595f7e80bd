import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import type { OwnEarningMonth } from '../../../payouts/runs/contract.ts'
import { dayText, monthName, shortMonthName } from '../../../shared/dates/date-text.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { moneyColor, sumUsd, usdText } from '../../format/money-text.ts'
import { momentMonth, zonedDayText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { RetryBanner } from '../../ui/feedback/banner.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { monthOrdersQuery, monthsQuery } from '../earnings-queries.ts'
import { EntryPicture, ThroughList } from '../entry-parts.tsx'

/**
 * The person's money by earning month: ordered, shipped, paid by Amazon, theirs (docs/product/earnings.md#on-its-way).
 */
export function EarningsMonths() {
  const query = useQuery(monthsQuery(useApi()))
  const { data, isPending } = query
  if (isPending)
    return (
      <LoadingSkeleton label="Loading your months">
        <Skeleton className="h-60 rounded-lg" />
      </LoadingSkeleton>
    )
  if (!data) return <RetryBanner query={query}>Failed to load your months</RetryBanner>
  const { items, before, other } = data
  if (items.length === 0 && !before) return null
  return (
    <section aria-labelledby="on-its-way" className="stack gap-3">
      <h2 id="on-its-way" className="t-heading">
        On its way
      </h2>
      <ul aria-labelledby="on-its-way" className="surface divide-y overflow-hidden">
        {items.map((month) => (
          <Month key={month.month} of={month} />
        ))}
        {before && (
          <li className="num flex items-baseline justify-between gap-4 px-4 py-3.5 text-small lg:px-5">
            <span className="text-ink-2">{monthName(before.month)} and before</span>
            <span>
              <b className="font-semibold">{usdText(before.amount)}</b> paid out
            </span>
          </li>
        )}
        {other !== 0 && (
          <li className="num flex items-baseline justify-between gap-4 px-4 py-3.5 text-small lg:px-5">
            <span className="text-ink-2">Adjusted by hand, and before months counted</span>
            <b className="font-semibold">{usdText(other)}</b>
          </li>
        )}
      </ul>
      <p className="num text-caption text-pretty text-ink-3">
        Dates with ~ are estimates: Amazon pays about 60 days after a month ends. An order counts once it
        ships.
      </p>
    </section>
  )
}

/** A step of a month's money, and its date or count. */
type Step = { name: string; fact: string; isDone: boolean }

function stepsOf(of: OwnEarningMonth): Step[] {
  const { ordered, shipped, posted_on, pays_usually, yours_on, is_paid_out, pending } = of
  const isPosted = pending === 0 && posted_on !== null
  const pays = posted_on ? dayText(posted_on) : pays_usually ? shortMonthName(pays_usually) : ''
  return [
    { name: 'Ordered', fact: ordered.toLocaleString('en-US'), isDone: ordered > 0 || isPosted },
    {
      name: 'Shipped',
      fact: shipped === ordered ? shipped.toLocaleString('en-US') : `${shipped} of ${ordered}`,
      isDone: isPosted || (shipped === ordered && ordered > 0),
    },
    isPosted
      ? { name: 'Amazon paid', fact: pays, isDone: true }
      : { name: 'Amazon pays', fact: pays && `~ ${pays}`, isDone: false },
    {
      name: 'Yours',
      fact: is_paid_out ? 'paid out' : yours_on ? `~ ${dayText(yours_on)}` : isPosted ? 'ready' : '',
      isDone: is_paid_out,
    },
  ]
}

function stateOf({ pending, reviewed, ordered, shipped, is_paid_out }: OwnEarningMonth): string {
  if (is_paid_out) return 'paid out'
  const waits = ordered > shipped ? `${ordered - shipped} not shipped yet` : null
  const review = reviewed === 0 ? null : `${usdText(reviewed)} under review`
  return [pending === 0 && !waits ? 'posted' : 'pending', waits, review].filter(Boolean).join(', ')
}

function Month({ of }: { of: OwnEarningMonth }) {
  const [isOpen, setOpen] = useState(false)
  const amount = sumUsd([of.posted, of.pending])
  const steps = stepsOf(of)
  const now = steps.findIndex(({ isDone }) => !isDone)
  const insideId = `month-${of.month}`
  return (
    <li>
      <div className="relative grid grid-cols-[minmax(0,1fr)_auto_16px] items-center gap-x-3 gap-y-3.5 px-4 py-4 enabled-hover:bg-sunken lg:grid-cols-[minmax(8rem,.7fr)_minmax(0,2fr)_6rem_16px] lg:px-5">
        <h3 className="min-w-0">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? insideId : undefined}
            onClick={() => setOpen(!isOpen)}
            className="t-sub text-start after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {monthName(of.month)}
            {of.month === momentMonth(new Date().toISOString()) && ' so far'}
          </button>
          <span className="num block text-caption text-ink-3">{stateOf(of)}</span>
        </h3>
        <p
          className={`num text-end text-body font-semibold lg:col-start-3 lg:row-start-1 ${of.pending === 0 ? moneyColor(amount) : 'text-ink'}`}
        >
          {usdText(amount)}
        </p>
        <Icon
          name="chevronDown"
          size={16}
          className={clsx(
            'text-ink-3 transition-transform lg:col-start-4 lg:row-start-1',
            isOpen && 'rotate-180',
          )}
        />
        <ol className="col-span-full grid grid-cols-4 lg:col-span-1 lg:col-start-2 lg:row-start-1">
          {steps.map(({ name, fact, isDone }, index) => (
            <li
              key={name}
              className={clsx('relative pt-4 text-caption', index === now ? 'text-ink' : 'text-ink-3')}
            >
              {index > 0 && (
                <span
                  aria-hidden="true"
                  className={clsx(
                    'absolute end-[calc(100%+4px)] top-[4px] h-[2px] w-[calc(100%-18px)] rounded-full',
                    isDone || index === now ? 'bg-ink-2' : 'bg-line-strong',
                  )}
                />
              )}
              <span
                aria-hidden="true"
                className={clsx(
                  'absolute start-0 top-0 size-2.5 rounded-full',
                  isDone ? 'bg-ink-2' : 'ring-2 ring-line-strong ring-inset',
                  index === now && 'ring-ink',
                )}
              />
              <b className="block font-semibold">{name}</b>
              <span className="num block">{fact}</span>
              {isDone && <span className="sr-only"> done</span>}
            </li>
          ))}
        </ol>
      </div>
      {isOpen && (
        <div id={insideId} className="px-4 pb-3 lg:px-5">
          <MonthOrders month={of.month} />
        </div>
      )}
    </li>
  )
}

function MonthOrders({ month }: { month: string }) {
  const orders = useInfiniteQuery(monthOrdersQuery(useApi(), month))
  const rows = orders.data?.pages.flatMap(({ items }) => items)
  if (!rows)
    return orders.isPending ? (
      <LoadingSkeleton label="Loading its orders">
        <Skeleton className="h-24 rounded-md" />
      </LoadingSkeleton>
    ) : (
      <RetryBanner query={orders}>Failed to load its orders</RetryBanner>
    )
  if (rows.length === 0)
    return (
      <p className="py-2 text-small text-ink-2">Nothing has shipped yet. An order counts once it ships.</p>
    )
  return (
    <>
      <ul aria-label={`Orders of ${monthName(month)}`} className="divide-y border-t">
        {rows.map(
          ({
            order_item_id,
            product,
            amazon_orders,
            order_date,
            month_amount,
            user_amount,
            status,
            through_list,
          }) => (
            <li key={order_item_id} className="flex items-center gap-3 py-2.5">
              <EntryPicture product={product} className="shrink-0" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="line-clamp-1 text-small font-semibold break-words">
                  {amazon_orders.product_title || amazon_orders.asin}
                </span>
                <span className="num block text-caption text-ink-3">
                  {zonedDayText(order_date, 'UTC')} · {amazon_orders.asin}
                  <ThroughList title={through_list} />
                  {status === 'netted' && ' · came to nothing'}
                </span>
              </span>
              <span className={`num text-small font-semibold ${moneyColor(month_amount ?? user_amount)}`}>
                {usdText(month_amount ?? user_amount)}
              </span>
            </li>
          ),
        )}
      </ul>
      {orders.hasNextPage && (
        <Button size="sm" busy={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
          Show more
        </Button>
      )}
      <p className="sr-only" role="status">
        {counted(rows.length, 'order', 'orders')} shown
      </p>
    </>
  )
}
