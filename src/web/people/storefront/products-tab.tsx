import { numberText } from '../../format/count-text.ts'
import type { CardPage } from '../../product/cards/card-pages.ts'
import { useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { ChipBar } from '../../ui/list/chip-bar.tsx'
import type { Front, ProfileData } from '../profile/load-profile.ts'
import { Listing } from './listing.tsx'
import { NoProducts } from './no-products.tsx'
import { SearchWithin } from './search-within.tsx'
import { type StorefrontAddress, useShown } from './use-shown.ts'

type ProductsTabProps = {
  profile: ProfileData
  front: Front
  /** The first page of all products. */
  first: CardPage
  address: StorefrontAddress
}

/** All products, newest first, with search and categories (docs/product/storefront.md#search-and-categories). */
export function ProductsTab({ profile, front, first, address }: ProductsTabProps) {
  const [view, chooseView] = useProductView()
  const { shown, show } = useShown(address)
  const { username, products_count: count } = profile
  const { category, q } = shown
  const isAll = !category && !q
  const query = { ...(category && { category }), ...(q && { q }) }
  const chips = [
    { value: '', label: 'All', count: numberText(count) },
    ...front.categories.map(({ slug, name, count }) => ({
      value: slug,
      label: name,
      count: numberText(count),
    })),
  ]
  return (
    <section aria-label="Products">
      <h2 className="sr-only">Products</h2>
      <div className="flex items-center justify-between gap-3 pt-4 pb-3">
        {count > 0 ? (
          <SearchWithin
            label={`Search ${profile.first_name}’s products`}
            value={q}
            onSearch={(q) => show({ q }, true)}
          />
        ) : (
          <span />
        )}
        <ViewSwitch value={view} onChange={chooseView} />
      </div>
      {chips.length > 2 && (
        <div className="pb-3">
          <ChipBar
            label="Category"
            items={chips}
            value={category}
            onChange={(category) => show({ category })}
          />
        </div>
      )}
      <Listing
        key={`${category} ${q}`}
        username={username}
        name={`${category} ${q}`}
        first={isAll ? first : undefined}
        load={(api, params, cursor, signal) =>
          api(
            'GET /api/v1/profiles/:username/products',
            { params, query: { ...query, ...cursor } },
            { signal },
          )
        }
        view={view}
        empty={
          isAll ? (
            <NoProducts profile={profile} />
          ) : (
            <EmptyState
              level={3}
              title="No matches"
              action={<Button onClick={() => show({ category: '', q: '' })}>Show everything</Button>}
            >
              Nothing here has these words.
            </EmptyState>
          )
        }
      />
    </section>
  )
}
