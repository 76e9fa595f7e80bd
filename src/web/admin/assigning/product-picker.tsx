import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Candidate } from '../../../orders/review/assigning-contract.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { numberText } from '../../format/count-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Banner, RetryBanner } from '../../ui/feedback/banner.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { candidatesQuery } from '../admin-queries.ts'
import type { Order } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'

type ProductPickerProps = {
  order: Order
  /** The text in the product field. */
  chosen: string
  onChoose: (productRef: string) => void
}

const refOf = ({ short_link_id, product_id }: Candidate) => short_link_id ?? product_id

/** Lists who shares the item of an order; a press chooses a product. */
export function ProductPicker({ order, chosen, onChoose }: ProductPickerProps) {
  const group = useId()
  const query = useQuery(candidatesQuery(useApi(), order.order_item_id, ''))
  const { data, error } = query
  if (!data && error)
    return (
      <RetryBanner query={query}>
        Failed to load who shares this item. You can still name a product below.
      </RetryBanner>
    )
  if (!data) return <CandidatesSkeleton />
  if (data.items.length === 0)
    return <p className="text-small text-ink-2">Nobody shares {order.asin} now. Name a product below.</p>
  return (
    <fieldset className="stack min-w-0 gap-2">
      <legend className="mb-1.5 text-small font-semibold">Who shares this item</legend>
      <div className="surface max-h-72 divide-y overflow-y-auto">
        {data.items.map((candidate) => (
          <label
            key={candidate.product_id}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 p-3 hover:bg-sunken has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={refOf(candidate) === chosen}
              onChange={() => onChoose(refOf(candidate))}
              className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border-2 border-field outline-none checked:border-6 checked:border-ink"
            />
            <span className="min-w-0">
              <span className="block text-small font-semibold">{nameOf(candidate.creator)}</span>
              <bdi className="line-clamp-1 text-caption text-ink-2">{candidate.title}</bdi>
              <span className="num block text-caption text-ink-3">
                {pressesText(candidate)}
                {candidate.marketplace !== order.marketplace &&
                  ` · on ${marketplaceName(candidate.marketplace)}`}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const list = new Intl.ListFormat('en-US')

/** `Pressed last Nov 3, 7:30 PM, Nov 2, 8:00 AM, and Nov 1, 9:15 AM`. */
const pressesText = ({ last_presses: presses }: Candidate): string =>
  presses.length > 0
    ? `Pressed last ${presses.length > 1 ? list.format(presses.map(momentText)) : momentText(presses[0] ?? '')}`
    : 'Not pressed in the 89 days before'

/** The boxes while the candidates load. */
const CandidatesSkeleton = () => (
  <LoadingSkeleton label="Looking for people who share this item" className="stack gap-2">
    <Skeleton className="h-3.5 w-40 rounded-xs" />
    <Skeleton className="h-32 rounded-md" />
  </LoadingSkeleton>
)

type NamedProductProps = { orders: readonly [Order, ...Order[]]; productRef: string }

/** Names the product that was typed or chosen, with a warning where its item is not that of the orders. */
export function NamedProduct({ orders, productRef }: NamedProductProps) {
  const [order] = orders
  const { data, error } = useQuery({
    ...candidatesQuery(useApi(), order.order_item_id, productRef),
    enabled: productRef !== '',
  })
  if (error instanceof ApiError && error.problems.length > 0)
    return <p className="text-caption text-ink-2">{error.problems[0]?.message}</p>
  const named = data?.named
  if (!named) return null
  const ofOthers = orders.filter(({ asin }) => asin !== named.asin)
  const elsewhere = orders.filter(({ marketplace }) => marketplace !== named.marketplace)
  const isOne = orders.length === 1
  return (
    <Banner tone={ofOthers.length > 0 ? 'bad' : 'note'}>
      <p className="font-semibold">
        {nameOf(named.creator)}: <bdi>{named.title}</bdi>
      </p>
      {ofOthers.length > 0 && (
        <p className="num">
          {isOne
            ? `This link leads to another item (${named.asin}) than the order (${order.asin}). Assign it only if you know that the order came through it.`
            : `This link leads to another item (${named.asin}) than ${shareText(ofOthers, orders)}. Assign them only if you know that they came through it.`}
        </p>
      )}
      {elsewhere.length > 0 && (
        <p className="num">
          It leads to {marketplaceName(named.marketplace)};{' '}
          {isOne
            ? `the order is from ${marketplaceName(order.marketplace)}.`
            : `${shareText(elsewhere, orders)} are from other marketplaces.`}
        </p>
      )}
      {named.is_deleted && <p>The product has been deleted since. It can still be assigned.</p>}
    </Banner>
  )
}

/** `3 of the 5 orders`, or `all 5 orders`. */
const shareText = (some: readonly Order[], all: readonly Order[]): string =>
  some.length === all.length
    ? `all ${numberText(all.length)} orders`
    : `${numberText(some.length)} of the ${numberText(all.length)} orders`
