import { Link } from '@tanstack/react-router'
import type { EarningsAnalytics } from '../../../earnings/contract.ts'
import { counted } from '../../format/count-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EntryPicture } from '../entry-parts.tsx'
import { periodWords } from './periods.ts'

type TopProduct = EarningsAnalytics['top_products'][number]

type TopProductsProps = { analytics: EarningsAnalytics }

/** The top products, five at most, by clicks, then by earnings (docs/product/earnings.md#top-products). */
export function TopProducts({ analytics: { top_products, period } }: TopProductsProps) {
  return (
    <Panel aria-labelledby="top-products">
      <h2 id="top-products" className="t-heading pb-2">
        Top products
      </h2>
      {top_products.length === 0 && (
        <p className="py-2 text-small text-ink-2">
          No clicks {period === 'D' ? 'today' : `in the ${periodWords[period].figures.toLowerCase()}`}.
        </p>
      )}
      <ol className="divide-y">
        {top_products.map((product, index) => (
          <li key={product.id} className="relative flex min-h-15 items-center gap-3">
            <span aria-hidden="true" className="t-sub num w-4 text-ink-3">
              {index + 1}
            </span>
            <EntryPicture product={product} className="w-11!" />
            <span className="min-w-0 flex-1">
              <Title product={product} />
              <span className="num block text-caption text-ink-3">
                {counted(product.clicks, 'click', 'clicks')}
              </span>
            </span>
            <span className={`num text-small font-semibold ${moneyColor(product.earnings)}`}>
              {usdText(product.earnings)}
            </span>
          </li>
        ))}
      </ol>
      {top_products.length > 0 && (
        <Link
          to="/earnings/products"
          search={{ period }}
          className="-mb-2 flex min-h-11 items-center gap-1 border-t text-small font-semibold text-ink-2 hover:underline"
        >
          All products
          <Icon name="chevronRight" size={16} />
        </Link>
      )}
    </Panel>
  )
}

/** A link to the product’s page, with the whole row as its target. A deleted product has no page. */
function Title({ product: { title, short_link_id } }: { product: TopProduct }) {
  const className = 'line-clamp-1 text-small font-semibold'
  if (short_link_id === null)
    return (
      <span dir="auto" className={className}>
        {title}
      </span>
    )
  return (
    <Link
      to="/l/$ref"
      params={{ ref: short_link_id }}
      state={{ from: '/earnings' }}
      dir="auto"
      className={`${className} rounded-xs after:absolute after:inset-0 hover:underline`}
    >
      {title}
    </Link>
  )
}
