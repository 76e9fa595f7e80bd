import clsx from 'clsx'
import { formatPrice } from './format-price.ts'

type PriceProps = {
  usd: number | null
  /** When it was read, in words: 'as of 9:40 today'. Required by Amazon's terms wherever a price stands. */
  asOf?: string
  /** Beside the price, or only on hover, long press and for screen readers (cards). */
  asOfShown?: boolean
  className?: string
}

/** A price with its date, or 'Price not available'. */
export function Price({ usd, asOf, asOfShown = false, className }: PriceProps) {
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
