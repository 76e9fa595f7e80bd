import { useQuery } from '@tanstack/react-query'
import { redirect, useLoaderData } from '@tanstack/react-router'
import { AddButton } from '../../app/add-button.tsx'
import type { Api } from '../../client.ts'
import { useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { categoriesQuery, ownCategoriesQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.tsx'
import { categoryArt } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'
import { CollectionScreen } from '../collection-screen.tsx'
import { itemCount } from '../count-texts.ts'
import { OwnProducts } from '../list/own-products.tsx'

/** One's own products of one category (docs/product/my-folio.md#category). */
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
        empty={
          <EmptyState
            art={categoryArt}
            title={`No items in ${name}`}
            action={<AddButton>Add product</AddButton>}
          >
            Post a product and choose {name}, or move one here from your Inbox.
          </EmptyState>
        }
      />
    </CollectionScreen>
  )
}

/**
 * The category with a slug; an unknown one leads to /my-folio (docs/product/my-folio.md#category). Rejects when it
 * cannot be asked.
 */
export async function findCategory(api: Api, slug: string) {
  const { items } = await queryClient().ensureQueryData(categoriesQuery(api))
  const category = items.find((known) => known.slug === slug)
  if (!category) throw redirect({ to: '/my-folio', replace: true })
  return category
}
