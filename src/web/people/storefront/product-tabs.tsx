import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { numberText } from '../../format/count-text.ts'
import { type CardPage, useCardPages } from '../../product/cards/card-pages.ts'
import { ProductListing } from '../../product/cards/product-listing.tsx'
import { type ProductView, useProductView, ViewSwitch } from '../../product/cards/product-view.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { profileArt } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { ChipBar } from '../../ui/list/chip-bar.tsx'
import type { Front, ProfileData } from '../profile/load-profile.ts'
import { SearchWithin } from './search-within.tsx'
import type { Shown } from './use-shown.ts'

type ProductsTabProps = {
  profile: ProfileData
  front: Front
  /** The first page of all products. */
  first: CardPage
  shown: Shown
  onShow: (change: Partial<Shown>, isTyping?: boolean) => void
  isOwn: boolean
}

/** All products, newest first, with search and categories (docs/product/storefront.md#search-and-categories). */
export function ProductsTab({ profile, front, first, shown, onShow, isOwn }: ProductsTabProps) {
  const [view, chooseView] = useProductView()
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
            onSearch={(q) => onShow({ q }, true)}
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
            onChange={(category) => onShow({ category })}
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
            <NoProducts profile={profile} isOwn={isOwn} />
          ) : (
            <EmptyState
              level={3}
              title="No matches"
              action={<Button onClick={() => onShow({ category: '', q: '' })}>Show everything</Button>}
            >
              Nothing here has these words.
            </EmptyState>
          )
        }
      />
    </section>
  )
}

type PopularTabProps = { profile: ProfileData; first: CardPage | undefined }

/** What was viewed most in ninety days (docs/product/storefront.md#popular). */
export function PopularTab({ profile, first }: PopularTabProps) {
  const [view, chooseView] = useProductView()
  return (
    <section aria-label="Popular">
      <h2 className="sr-only">Popular</h2>
      <div className="flex items-center justify-between gap-3 pt-4 pb-3">
        <p className="text-small text-ink-3">Most viewed in 90 days</p>
        <ViewSwitch value={view} onChange={chooseView} />
      </div>
      <Listing
        username={profile.username}
        name="popular"
        first={first}
        load={(api, params, cursor, signal) =>
          api('GET /api/v1/profiles/:username/popular', { params, query: cursor }, { signal })
        }
        view={view}
        empty={
          <EmptyState level={3} title="Nothing popular yet">
            What people view most will show here.
          </EmptyState>
        }
      />
    </section>
  )
}

type ListingProps = {
  username: string
  /** Distinguishes the list from others of the page. */
  name: string
  first: CardPage | undefined
  load: (
    api: Api,
    params: { username: string },
    cursor: { cursor?: string },
    signal: AbortSignal,
  ) => Promise<CardPage>
  view: ProductView
  empty: ReactNode
}

function Listing({ username, name, first, load, view, empty }: ListingProps) {
  const api = useApi()
  const { pages, state, top } = useCardPages({
    name: `${username} ${name}`,
    first,
    load: (cursor, signal) => load(api, { username }, cursor ? { cursor } : {}, signal),
  })
  return (
    // What is below stays out of sight while the list loads.
    <div ref={top} className="has-aria-busy:min-h-dvh">
      <ProductListing
        pages={pages}
        state={state}
        view={view}
        showAuthor={false}
        level={3}
        from={`/${username}`}
        empty={empty}
      />
    </div>
  )
}

type NoProductsProps = { profile: ProfileData; isOwn: boolean }

/** The empty state of a profile without products; for its owner, how to begin. */
function NoProducts({ profile, isOwn }: NoProductsProps) {
  return (
    <EmptyState
      level={3}
      art={profileArt}
      title="No items yet"
      action={
        isOwn && (
          <ButtonLink to="/my-folio" search={{ add: true }} variant="primary">
            Add your first product
          </ButtonLink>
        )
      }
    >
      {isOwn ? 'What you post shows here for everyone.' : `What ${profile.first_name} shares will show here.`}
    </EmptyState>
  )
}
