import clsx from 'clsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { EmptyState } from '../ui/feedback/empty-or-failed.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import { type ResultsPlace, SearchResult } from './search-result.tsx'
import type { ProductSearch } from './use-product-search.ts'

type SearchResultsProps = { search: ProductSearch; listId: string; place: ResultsPlace }

const looks = {
  page: { count: 'pb-2', list: 'surface overflow-hidden' },
  menu: { count: 'px-3 pt-3 pb-2', list: undefined },
}

/** What was found, that nothing was, or that it could not be looked for; paler while it answers an older question. */
export function SearchResults({ search, listId, place }: SearchResultsProps) {
  const { query, results, active, text, open } = search
  if (query.isPending) {
    return (
      <div className="grid justify-items-center py-6">
        <Spinner size="md" label="Searching" />
      </div>
    )
  }
  if (query.isError) {
    const Failed = place === 'page' ? ErrorState : MenuFailed
    return <Failed message="Failed to load products" onRetry={() => void query.refetch()} />
  }
  // A panel says it to those who see it.
  const isBare = place === 'page' && results.length === 0
  return (
    <div aria-busy={query.isPlaceholderData} className={clsx(query.isPlaceholderData && 'opacity-60')}>
      <p role="status" className={clsx('text-caption text-ink-3', looks[place].count, isBare && 'sr-only')}>
        {countText(results.length, query.data.hasMore)}
      </p>
      {results.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Products found"
          className={clsx('divide-y', looks[place].list)}
        >
          {results.map((item, index) => (
            <SearchResult
              key={item.id}
              id={`${listId}-${index}`}
              item={item}
              text={text}
              active={index === active}
              place={place}
              onOpen={() => open(item)}
            />
          ))}
        </div>
      )}
      {isBare && <EmptyState title="No items found">Try another word or tag.</EmptyState>}
    </div>
  )
}

function countText(count: number, hasMore: boolean): string {
  if (count === 0) return 'No items found. Try another word or tag.'
  if (hasMore) return `The newest ${count} results`
  return count === 1 ? '1 result' : `${count} results`
}

type MenuFailedProps = { message: string; onRetry: () => void }

function MenuFailed({ message, onRetry }: MenuFailedProps) {
  return (
    <div role="alert" className="flex items-center justify-between gap-3 p-3 text-small text-ink-2">
      {message}
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
