import { memo, type ReactNode } from 'react'
import type { Api } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import { type CardPage, useCardPages } from '../product/cards/card-pages.ts'
import { ProductListing } from '../product/cards/product-listing.tsx'
import type { ProductView } from '../product/cards/product-view.tsx'
import { Button } from '../ui/button/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { type FeedChoice, feedQuery } from './feed-choice.ts'
import { NoItems } from './feed-states.tsx'

export type FeedListProps = {
  choice: FeedChoice
  view: ProductView
  /** The page from the route's loader, if it belongs to this list. */
  first: CardPage | undefined
  /** The reader has just chosen this list. */
  isChosen: boolean
  onChoose: (change: Partial<FeedChoice>) => void
  /** Stands among the cards, after the first. */
  among: ReactNode
}

const loadPage = (api: Api, choice: FeedChoice) => (cursor: string | undefined, signal: AbortSignal) =>
  api('GET /api/v1/feed', { query: { ...feedQuery(choice), ...(cursor && { cursor }) } }, { signal })

/**
 * Everyone's products of one choice, newest first. Each choice has a list of its own: render it with the choice as its
 * key. It is not drawn again with the page around it, as when the search opens.
 */
export const FeedList = memo(({ choice, view, first, isChosen, onChoose, among }: FeedListProps) => {
  const api = useApi()
  const { scope, category } = choice
  const { pages, state, top, renewAtTop } = useCardPages({
    name: `feed ${scope} ${category}`,
    first,
    load: loadPage(api, choice),
    reload: isChosen,
  })
  return (
    <div ref={top}>
      {state.cursor !== undefined && (
        <LateNewPosts choice={choice} pages={pages} state={state} list={top} renewAtTop={renewAtTop} />
      )}
      <ProductListing
        pages={pages}
        state={state}
        view={view}
        width="beside"
        from="/feed"
        among={among}
        empty={<NoItems scope={scope} wider={<Wider choice={choice} onChoose={onChoose} />} />}
      />
    </div>
  )
})

/** A link from an empty choice to the next wider one; none where all products of everyone are shown. */
export function Wider({ choice, onChoose }: Pick<FeedListProps, 'choice' | 'onChoose'>) {
  if (choice.category)
    return <Button onClick={() => onChoose({ category: null })}>Show all categories</Button>
  if (choice.scope === 'public') return null
  return <Button onClick={() => onChoose({ scope: 'public' })}>Explore everyone’s items</Button>
}

/** Offers products published since, loaded shortly after the list, which works without it. */
export const LateNewPosts = lazyPart(async () => ({ default: (await import('./new-posts.tsx')).NewPosts }), {
  isQuiet: true,
})
