import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/form/toggles.tsx'
import type { MonthOrder, ReconciledMonth } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { ListSearch } from '../parts/list-search.tsx'
import { nameOf } from '../parts/texts.ts'

/** What each order that was chosen is worth, by its id. */
export type Chosen = Record<string, number>

type OrderPickerProps = {
  of: ReconciledMonth
  chosen: Chosen
  onChange: (chosen: Chosen) => void
  error: string | undefined
}

/** Chooses among a month's orders, with what they come to beside what is missing. */
export function OrderPicker({ of, chosen, onChange, error }: OrderPickerProps) {
  const [q, setQ] = useState('')
  const query = useInfiniteQuery({
    ...pagesOf(useApi(), 'GET /api/v1/admin/months/:marketplace/:month/orders', {
      params: { marketplace: of.marketplace, month: of.month },
      query: { q: q || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const orders = query.data?.pages.flatMap(({ items }) => items)
  function choose({ order_item_id, commission }: MonthOrder, isChosen: boolean) {
    const { [order_item_id]: _, ...others } = chosen
    onChange(isChosen ? { ...others, [order_item_id]: commission } : others)
  }
  return (
    <fieldset className="stack min-w-0 gap-2" aria-describedby="chosen-orders">
      <legend className="mb-1.5 text-small font-semibold">Orders that Amazon did not pay</legend>
      <ListSearch
        label="Search the orders of the month"
        placeholder="Title, ASIN, order id or creator"
        maxLength={200}
        asked={q}
        onAsk={setQ}
      />
      {!orders &&
        (!query.error ? (
          <RowsSkeleton label="Loading orders" />
        ) : (
          <AdminFailed
            error={query.error}
            message="Failed to load orders"
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ))}
      {orders?.length === 0 && <p className="py-2 text-small text-ink-2">No orders found.</p>}
      {orders && orders.length > 0 && (
        <div className="surface max-h-72 overflow-y-auto overscroll-contain">
          <ul aria-label="Orders" className="divide-y">
            {orders.map((order) => (
              <li key={order.order_item_id}>
                <OrderChoice
                  order={order}
                  isChosen={order.order_item_id in chosen}
                  onChoose={(isChosen) => choose(order, isChosen)}
                />
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <div className="grid border-t p-2">
              <Button
                size="sm"
                className="justify-self-center"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more<span className="sr-only"> orders</span>
              </Button>
            </div>
          )}
        </div>
      )}
      <p id="chosen-orders" aria-live="polite" className="num text-small text-ink-2">
        {chosenText(chosen, of)}
      </p>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** `2 orders of $13.00: $7.00 still missing`. */
function chosenText(chosen: Chosen, { missing, currency }: ReconciledMonth): string {
  const worths = Object.values(chosen)
  const sum = Math.round(worths.reduce((all, one) => all + one * 100, 0))
  const left = Math.round(missing * 100) - sum
  const rest = left > 0 ? `${moneyText(left / 100, currency)} still missing` : 'that is enough'
  if (worths.length === 0) return rest
  return `${counted(worths.length, 'order')} of ${moneyText(sum / 100, currency)}: ${rest}`
}

type OrderChoiceProps = { order: MonthOrder; isChosen: boolean; onChoose: (isChosen: boolean) => void }

function OrderChoice({ order, isChosen, onChoose }: OrderChoiceProps) {
  const { order_item_id, product_title, asin, order_date, creator, commission, currency } = order
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 hover:bg-sunken"
    >
      <Checkbox id={id} checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
      <span className="min-w-0">
        <span dir="auto" className="line-clamp-2 text-small font-semibold">
          {product_title || asin}
        </span>
        <span className="num block text-caption wrap-anywhere text-ink-2">
          {[creator ? nameOf(creator) : 'nobody’s', dayText(order_date), order_item_id].join(' · ')}
        </span>
      </span>
      <span className="num text-small font-semibold">{moneyText(commission, currency)}</span>
    </label>
  )
}
