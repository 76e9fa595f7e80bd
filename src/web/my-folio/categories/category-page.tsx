import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { ownCategoriesQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { AddButton } from '../../app/add-button.tsx'
import { CategorySign } from '../../look/category-sign.tsx'
import { useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { CollectionScreen } from '../collection-screen.tsx'
import { itemCount } from '../count-texts.ts'
import { OwnProducts } from '../list/own-products.tsx'
import { useRemoval } from '../selecting/use-removal.ts'
import { CategorySelection } from './category-selection.tsx'

/** The person's products of one category (docs/product/my-folio.md#category). */
export function CategoryPage() {
  const { name, slug } = useLoaderData({ from: '/_app/category/$categorySlug' })
  return (
    <CollectionScreen title={name} width="wide">
      <Category key={slug} name={name} slug={slug} />
    </CollectionScreen>
  )
}

type CategoryProps = { name: string; slug: string }

function Category({ name, slug }: CategoryProps) {
  const { data } = useQuery(ownCategoriesQuery(useApi()))
  const held = data?.items.find((category) => category.slug === slug)?.product_count
  const [view, chooseView] = useProductView()
  const [isSelecting, setSelecting] = useState(false)
  const { remove, removing } = useRemoval()
  const count = held === undefined ? undefined : Math.max(0, held - removing.size)
  return (
    <>
      <div className="mb-3 flex min-h-11 items-center gap-2">
        <p className="num flex-1 text-small text-ink-2">{count !== undefined && itemCount(count)}</p>
        {(isSelecting || count !== 0) && (
          <Button size="sm" variant="ghost" className="min-h-11!" onClick={() => setSelecting(!isSelecting)}>
            {isSelecting ? 'Done' : 'Select'}
          </Button>
        )}
        {!isSelecting && <ViewSwitch value={view} onChange={chooseView} />}
      </div>
      {isSelecting && count !== 0 ? (
        <CategorySelection slug={slug} total={count} removing={removing} onDelete={remove} />
      ) : (
        <OwnProducts
          category={slug}
          total={count}
          without={removing}
          level={2}
          from={`/category/${slug}`}
          empty={<NoItems name={name} slug={slug} />}
        />
      )}
    </>
  )
}

const NoItems = ({ name, slug }: CategoryProps) => (
  <EmptyState
    art={
      <span className="mb-2 grid size-24 place-items-center rounded-full bg-neutral-soft text-ink-2">
        <CategorySign category={slug} className="size-11 [stroke-width:1.3]" />
      </span>
    }
    title={`No items in ${name}`}
    action={<AddButton>Add product</AddButton>}
  >
    Post a product and choose {name}, or move one here from your Inbox.
  </EmptyState>
)
