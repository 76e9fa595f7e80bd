import clsx from 'clsx'
import type { LedgerEntry, LedgerOrder } from '../../earnings/contract.ts'
import { ProductImage } from '../look/image.tsx'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/button/icon.tsx'

type StatusBadgeProps = {
  entry: Pick<LedgerEntry, 'status' | 'under_review'> & Partial<Pick<LedgerEntry, 'is_provisional' | 'held'>>
}

/** The status of a ledger row; held ones say so, and those under review and provisional instead of 'pending'. */
export function StatusBadge({ entry: { status, under_review, is_provisional, held } }: StatusBadgeProps) {
  if (held && status !== 'paid') return <Badge tone="waiting">held</Badge>
  if (status === 'posted') return <Badge tone="good">posted</Badge>
  if (status === 'paid') return <Badge>paid</Badge>
  return (
    <Badge tone="waiting">{under_review ? 'under review' : is_provisional ? 'provisional' : status}</Badge>
  )
}

/** The status of an order with all its rows. */
export function OrderBadge({
  order,
}: {
  order: Pick<LedgerOrder, 'status' | 'under_review' | 'is_provisional' | 'held'>
}) {
  if (order.status === 'netted') return <Badge>came to nothing</Badge>
  return <StatusBadge entry={{ ...order, status: order.status === 'posted' ? 'posted' : 'pending' }} />
}

type Confidence = NonNullable<LedgerEntry['amazon_orders']>['confidence']

const tones = { high: 'good', medium: 'waiting', manual: 'accent', unknown: 'neutral' } as const

type ConfidenceBadgeProps = {
  confidence: Confidence
  /** A word after it where no column heading explains the badge. */
  word?: string
}

/** The confidence of the match (docs/product/matching.md#confidence). */
export function ConfidenceBadge({ confidence, word }: ConfidenceBadgeProps) {
  return <Badge tone={tones[confidence]}>{word ? `${confidence} ${word}` : confidence}</Badge>
}

/** The creator's own list through which an order came: ' · through “My desk setup”'. */
export const ThroughList = ({ title }: { title: string | null }) =>
  title !== null && (
    <>
      {' '}
      · through “<bdi>{title}</bdi>”
    </>
  )

type EntryPictureProps = {
  /** Null where an order was credited without a product. */
  product: Pick<NonNullable<LedgerEntry['product']>, 'image_url' | 'image_is_amazons'> | null
  className?: string
}

/** Stands in the place of the picture in rows that are of no order. */
export function NoOrderMark({ className }: { className?: string }) {
  return (
    <span
      className={clsx(
        'grid aspect-square w-12 shrink-0 place-items-center rounded-md bg-sunken text-ink-3',
        className,
      )}
    >
      <Icon name="earnings" />
    </span>
  )
}

/** A product’s small picture; Amazon’s pictures are not cropped. */
export function EntryPicture({ product, className }: EntryPictureProps) {
  return (
    <ProductImage
      src={product?.image_url ?? null}
      source={product?.image_is_amazons ? 'amazon' : 'own'}
      shape="thumb48"
      {...(className && { className })}
    />
  )
}
