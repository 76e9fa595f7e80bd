import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ProductEarnings, ProductEnd, ProductSort } from '../../../earnings/contract.ts'
import { counted } from '../../format/count-text.ts'
import { moneyColor, rateText, usdText } from '../../format/money-text.ts'
import { SortedHead } from '../../ui/list/sorted-head.tsx'
import { EntryPicture } from '../entry-parts.tsx'
import { productSorts } from './use-products-search.ts'

type Sorted = { sort: ProductSort; first: ProductEnd }

type ProductTableProps = {
  products: readonly ProductEarnings[]
  sorted: Sorted
  onSort: (sorted: Sorted) => void
  /** The period of the figures. */
  caption: string
}

/** On a phone only the earnings have a column; the other figures are below the title. */
const wideOnly = 'max-sm:hidden'
const number = 'num border-t py-3 ps-3 text-end sm:ps-6 whitespace-nowrap'

/** A table of products with their figures, sorted by the heads of its columns. */
export function ProductTable({ products, sorted, onSort, caption }: ProductTableProps) {
  const { sort, first } = sorted
  return (
    <div className="surface px-4 py-1 lg:px-5">
      <table className="w-full text-small">
        <caption className="pt-2 text-start text-caption text-ink-3">{caption}</caption>
        <thead className="text-caption text-ink-3">
          <tr>
            <th scope="col" className="py-2 text-start font-medium">
              Product
            </th>
            {productSorts.map(({ value, label }) => (
              <SortedHead
                key={value}
                name={label}
                sorted={value === sort ? (first === 'most' ? 'falling' : 'rising') : undefined}
                onSort={() =>
                  onSort({ sort: value, first: value === sort && first === 'most' ? 'least' : 'most' })
                }
                className={clsx('ps-3 whitespace-nowrap sm:ps-6', value !== 'earnings' && wideOnly)}
                isEnd
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <Row key={product.id} product={product} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ product }: { product: ProductEarnings }) {
  const { id, title, clicks, orders, conversion_rate, earnings } = product
  const rate = conversion_rate === null ? '—' : rateText(conversion_rate)
  return (
    <tr>
      <th scope="row" className="w-full border-t py-3 text-start font-normal">
        <div className="flex items-center gap-3">
          <EntryPicture product={product} />
          <div className="min-w-0">
            <Title product={product} />
            <p className="num text-caption text-ink-3 sm:hidden">
              {counted(clicks, 'click', 'clicks')}, {counted(orders, 'order', 'orders')}
              {conversion_rate !== null && `, ${rate}`}
            </p>
            <Link
              to="/earnings"
              search={{ product: id }}
              className="link inline-flex min-h-6 items-center text-caption text-ink-2"
            >
              Orders<span className="sr-only"> of {title}</span>
            </Link>
          </div>
        </div>
      </th>
      <td className={`${number} ${wideOnly}`}>{clicks.toLocaleString('en-US')}</td>
      <td className={`${number} ${wideOnly}`}>{orders.toLocaleString('en-US')}</td>
      <td className={`${number} ${wideOnly}`}>{rate}</td>
      <td className={`${number} text-body font-semibold ${moneyColor(earnings)}`}>{usdText(earnings)}</td>
    </tr>
  )
}

/** A link to the product’s page. A deleted product has none, but 'Show more' moves the focus to it as well. */
function Title({ product: { title, short_link_id } }: { product: ProductEarnings }) {
  if (short_link_id === null)
    return (
      <p data-product tabIndex={-1} dir="auto" className="line-clamp-1 rounded-xs font-semibold">
        {title}
      </p>
    )
  return (
    <Link
      to="/l/$ref"
      params={{ ref: short_link_id }}
      state={{ from: '/earnings' }}
      data-product
      dir="auto"
      className="line-clamp-1 min-h-6 rounded-xs leading-6 font-semibold hover:underline"
    >
      {title}
    </Link>
  )
}
