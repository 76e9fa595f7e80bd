import { priceLifetimeMs } from '../../../shared/product.ts'
import { asOfText } from '../../time/as-of-text.ts'
import { useViewerTime } from '../../time/viewer-time.ts'
import { Price } from '../../ui/price.tsx'

type Priced = { price_usd: number | null; price_as_of: string | null }

type ProductPriceProps = {
  product: Priced
  /** Its date beside the price; otherwise on hover, long press and for screen readers (the look, cards). */
  dated?: boolean
  /** Follows the date: 'on Amazon'. */
  where?: string
  className?: string
  /** Of 'Price not available', which takes more room than a price. */
  missingClass?: string
}

/**
 * A product's price with the time it was read, or 'Price not available'. It also goes from a page that stays open
 * longer than a price may be shown (Amazon policy: 24 hours).
 */
export function ProductPrice({ product, dated, where, className, missingClass }: ProductPriceProps) {
  const viewer = useViewerTime()
  const { price_usd: usd, price_as_of: asOf } = product
  const expired = !asOf || (viewer && viewer.now.getTime() - Date.parse(asOf) >= priceLifetimeMs)
  if (usd === null || expired) return <Price usd={null} className={missingClass} />
  const words = [asOfText(asOf, viewer), where].filter(Boolean).join(' ')
  return <Price usd={usd} asOf={words} asOfShown={dated} className={className} />
}
