import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from '@tanstack/react-router'
import { useProductView } from '../../product/cards/product-view.tsx'
import { ViewSwitch } from '../../product/view-switch.tsx'
import { ownCategoriesQuery } from '../../queries.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'
import { CollectionScreen } from '../collection-screen.tsx'
import { itemCount } from '../item-count.ts'
import { OwnProducts } from '../list/own-products.tsx'

/** One's own products of one category (spec section 2, /category/{categorySlug}). */
export function CategoryPage() {
  const { name, slug } = useLoaderData({ from: '/_app/category/$categorySlug' })
  const { data } = useQuery(ownCategoriesQuery(useApi()))
  const count = data?.items.find((category) => category.slug === slug)?.product_count
  const [view, chooseView] = useProductView()
  return (
    <CollectionScreen title={name}>
      <div className="mb-3 flex min-h-11 items-center justify-between gap-2">
        <p className="num text-small text-ink-2">{count !== undefined && itemCount(count)}</p>
        <ViewSwitch value={view} onChange={chooseView} />
      </div>
      <OwnProducts
        key={slug}
        category={slug}
        total={count}
        level={2}
        from={`/category/${slug}`}
        empty={<EmptyState title={`No items in ${name}`} />}
      />
    </CollectionScreen>
  )
}
