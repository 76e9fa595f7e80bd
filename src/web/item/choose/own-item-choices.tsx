import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { displayTitle } from '../../../shared/product.ts'
import { type ItemOf, pagesOf } from '../../api/query.ts'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { ProductImage } from '../../look/image.tsx'
import { ListSkeleton } from '../../look/list-skeletons.tsx'
import { TitleText } from '../../look/words.tsx'
import { EndOfOwnList } from '../../my-folio/list/end-of-list.tsx'
import { SearchWithin } from '../../people/storefront/search-within.tsx'
import { isOnWhite } from '../../product/cards/card-parts.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Checkbox } from '../../ui/form/toggles.tsx'

export type OwnItem = ItemOf<'GET /api/v1/me/products'>

type Standing = {
  isChosen: boolean
  /** It stays as it is. */
  isFixed: boolean
  note?: string | undefined
}

type OwnItemChoicesProps = {
  standingOf: (item: OwnItem) => Standing
  onToggle: (item: OwnItem) => void
  /** False for what is not offered at all. */
  isOffered?: (item: OwnItem) => boolean
  /** What is said where there are no items. */
  none: string
}

/** One's own items with ticks, the newest first or those with the typed words. */
export function OwnItemChoices(props: OwnItemChoicesProps) {
  const [q, setQ] = useState('')
  return (
    <>
      <SearchWithin
        label="Search your items"
        placeholder="Search your items"
        isWide
        value={q}
        onSearch={setQ}
      />
      <QueryScope>
        <Choices {...props} q={q} />
      </QueryScope>
    </>
  )
}

type ChoicesProps = OwnItemChoicesProps & { q: string }

function Choices({ q, standingOf, onToggle, isOffered = () => true, none }: ChoicesProps) {
  const query = useInfiniteQuery({
    ...pagesOf(useApi(), 'GET /api/v1/me/products', { query: { q: q || undefined } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const items = query.data?.pages.flatMap((page) => page.items).filter(isOffered)
  if (!items)
    return query.isError ? (
      <ErrorState
        bare
        level={3}
        message="Failed to load products"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <ListSkeleton count={4} />
    )
  if (items.length === 0 && !query.hasNextPage)
    return (
      <EmptyState bare level={3} title={q ? 'No matches' : 'No items yet'}>
        {q ? 'None of your items has these words.' : none}
      </EmptyState>
    )
  return (
    <div className="stack gap-0">
      <ul aria-label="Your items" className="surface rows">
        {items.map((item) => (
          <li key={item.id}>
            <Choice item={item} {...standingOf(item)} onToggle={() => onToggle(item)} />
          </li>
        ))}
      </ul>
      <EndOfOwnList query={query} />
    </div>
  )
}

type ChoiceProps = Standing & { item: OwnItem; onToggle: () => void }

function Choice({ item, isChosen, isFixed, note, onToggle }: ChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex min-h-16 cursor-pointer items-center gap-3 p-2 pe-4 hover:bg-sunken has-disabled:cursor-default has-disabled:bg-transparent"
    >
      <ProductImage
        shape="thumb48"
        src={item.image_url}
        category={item.sign}
        side={item.image_side}
        source={isOnWhite(item) ? 'amazon' : 'own'}
      />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 text-small font-semibold">
          <TitleText>{displayTitle(item)}</TitleText>
        </span>
        {note && <span className="block text-caption text-ink-3">{note}</span>}
      </span>
      <Checkbox id={id} checked={isChosen} disabled={isFixed} onChange={onToggle} />
    </label>
  )
}
