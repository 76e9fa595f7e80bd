import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../product/use-api.ts'
import { ownProductsQuery } from '../queries.ts'
import { ProductImage } from '../ui/product-image.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const shown = 3

/**
 * The category's newest three pictures, the newest twice as wide; a single one fills the tile. They come with the
 * category's first page, so that opening it takes no time.
 */
export function TilePictures({ category }: { category: string }) {
  const { data, isPending } = useInfiniteQuery(ownProductsQuery(useApi(), category))
  if (isPending) return <Skeleton className="aspect-4/3 rounded-lg" />
  const newest = data?.pages[0]?.items.slice(0, shown) ?? []
  return (
    <span className="grid aspect-4/3 grid-cols-[2fr_1fr] grid-rows-2 gap-px overflow-hidden rounded-lg bg-line shadow-card ring-1 ring-line">
      {newest.map(({ id, image_url, image_source }) => (
        <span key={id} className="relative first:row-span-2 last:nth-2:row-span-2 only:col-span-2">
          <ProductImage shape="fill" src={image_url} source={image_source === 'amazon' ? 'amazon' : 'own'} />
        </span>
      ))}
    </span>
  )
}
