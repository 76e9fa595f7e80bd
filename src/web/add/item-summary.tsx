import { ProductImage } from '../product/look/image.tsx'
import { ProductPrice } from '../product/look/price.tsx'
import type { Item } from './posting/item.ts'

type ItemSummaryProps = { item: Item }

/** What was found and cannot be edited here: picture, shop, price with its time. */
export function ItemSummary({ item }: ItemSummaryProps) {
  return (
    <div className="flex items-center gap-4">
      <ProductImage
        src={item.image_url}
        source={item.details === 'amazon' ? 'amazon' : 'own'}
        shape="thumb88"
        eager
      />
      <div className="min-w-0 flex-1">
        <p className="text-small text-ink-2">From {item.host}</p>
        {/* As wide as its line, so that the time stands below it. */}
        <ProductPrice product={item} dated className="w-full text-quote" />
      </div>
    </div>
  )
}
