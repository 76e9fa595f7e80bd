import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { HydratedLater } from '../../format/viewer-time.ts'
import { type CardPage, useCardPages } from '../../product/cards/card-pages.ts'
import { ProductListing } from '../../product/cards/product-listing.tsx'
import type { ProductView } from '../../product/cards/product-view.tsx'

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

/** A list of the person’s products. */
export function Listing({ username, name, first, load, view, empty }: ListingProps) {
  const api = useApi()
  const { pages, state, top } = useCardPages({
    name: `${username} ${name}`,
    first,
    load: (cursor, signal) => load(api, { username }, cursor ? { cursor } : {}, signal),
  })
  return (
    <HydratedLater value>
      {/* What is below stays out of sight while the list loads. */}
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
    </HydratedLater>
  )
}
