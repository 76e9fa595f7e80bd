import clsx from 'clsx'
import { priceLifetimeMs } from '../../shared/product.ts'
import { asOfText } from '../format/as-of-text.ts'
import { grouped } from '../format/count-text.ts'
import { useViewerTime } from '../format/viewer-time.ts'

type Priced = { price_usd: number | null; price_as_of: string | null }

type ProductPriceProps = {
  product: Priced
  /**
   * Whether its date is shown beside the price, or on hover, long press and to screen readers
   * (docs/product/cards.md#parts).
   */
  dated?: boolean
  /** Follows the date: 'on Amazon'. */
  where?: string
  className?: string
  /** The class of 'Price not available', which is longer than a price. */
  missingClass?: string
}

/**
 * A product's price with the time it was read, or 'Price not available'. On a page that stays open, the price
 * disappears when its 24 hours are over (Amazon policy).
 */
export function ProductPrice({ product, dated, where, className, missingClass }: ProductPriceProps) {
  const viewer = useViewerTime()
  const { price_usd: usd, price_as_of: asOf } = product
  const expired = !asOf || (viewer && viewer.now.getTime() - Date.parse(asOf) >= priceLifetimeMs)
  if (usd === null || expired) return <Price usd={null} className={missingClass} />
  const words = [asOfText(asOf, viewer), where].filter(Boolean).join(' ')
  return <Price usd={usd} asOf={words} asOfShown={dated} className={className} />
}

type PriceProps = {
  usd: number | null
  /** When it was read, in words: 'as of 9:40 today'. Amazon's terms require it wherever a price is shown. */
  asOf?: string
  /** Shown beside the price, or only on hover, long press and to screen readers (cards). */
  asOfShown?: boolean
  className?: string
}

/** A price with its date, or 'Price not available'. */
function Price({ usd, asOf, asOfShown = false, className }: PriceProps) {
  if (usd === null)
    return <span className={clsx('text-small text-ink-3', className)}>Price not available</span>
  const amount = (
    <span className={clsx('num font-semibold whitespace-nowrap', className)}>{formatPrice(usd)}</span>
  )
  if (!asOf) return amount
  if (asOfShown) {
    return (
      <span className="inline-flex flex-wrap items-baseline gap-x-2.5">
        {amount}
        <span className="text-caption text-ink-3">{asOf}</span>
      </span>
    )
  }
  return (
    <span className="as-of-tip" data-as-of={asOf}>
      {amount}
      <span className="sr-only"> {asOf}</span>
    </span>
  )
}

/** A price in US dollars: $12, $12.50, $1,234.50, never $12.5 (docs/product/shell.md#money). */
export function formatPrice(usd: number): string {
  const rounded = Math.round(usd * 100) / 100
  return `$${grouped(Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(2))}`
}
