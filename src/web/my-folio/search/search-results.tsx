import clsx from 'clsx'
import { displayTitle } from '../../../shared/product.ts'
import { Button } from '../../ui/button.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { OwnItem } from '../list/use-own-list.ts'
import { matchedParts, matchNote } from './matched-text.ts'
import type { useOwnSearch } from './use-own-search.ts'

type SearchResultsProps = { search: ReturnType<typeof useOwnSearch>; listId: string }

/** What was found, that nothing was, or that it could not be looked for; paler while it answers an older question. */
export function SearchResults({ search, listId }: SearchResultsProps) {
  const { query, results, active, text, open } = search
  if (query.isPending) {
    return (
      <div className="grid justify-items-center py-6">
        <Spinner size="md" label="Searching" />
      </div>
    )
  }
  if (query.isError) return <SearchFailed onRetry={() => void query.refetch()} />
  return (
    <div aria-busy={query.isPlaceholderData} className={clsx(query.isPlaceholderData && 'opacity-60')}>
      <p role="status" className="px-3 pt-3 pb-2 text-caption text-ink-3">
        {countText(results.length, query.data.next_cursor !== null)}
      </p>
      <div id={listId} role="listbox" aria-label="Products found" className="divide-y">
        {results.map((item, index) => (
          <SearchResult
            key={item.id}
            id={`${listId}-${index}`}
            item={item}
            text={text}
            active={index === active}
            onOpen={() => open(item)}
          />
        ))}
      </div>
    </div>
  )
}

function countText(count: number, hasMore: boolean): string {
  if (count === 0) return 'No items found. Try another word or tag.'
  if (hasMore) return `The newest ${count} results`
  return count === 1 ? '1 result' : `${count} results`
}

type SearchFailedProps = { onRetry: () => void }

function SearchFailed({ onRetry }: SearchFailedProps) {
  return (
    <div role="alert" className="flex items-center justify-between gap-3 p-3 text-small text-ink-2">
      Failed to load products
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

type SearchResultProps = { id: string; item: OwnItem; text: string; active: boolean; onOpen: () => void }

/** One result. The focus stays in the box, which names the active one. */
function SearchResult({ id, item, text, active, onOpen }: SearchResultProps) {
  const note = matchNote(item, text)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a combobox keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
    <div
      id={id}
      ref={active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
      role="option"
      aria-selected={active}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className="flex min-h-16 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-sunken aria-selected:bg-sunken aria-selected:inset-ring-2 aria-selected:inset-ring-focus"
    >
      <ProductImage
        shape="thumb48"
        src={item.image_url}
        source={item.image_source === 'amazon' ? 'amazon' : 'own'}
      />
      <span className="grid min-w-0 flex-1">
        <bdi className="line-clamp-2 text-small font-semibold text-pretty">
          <Matched text={displayTitle(item)} searched={text} />
        </bdi>
        {note && (
          <bdi className="truncate text-caption text-ink-3">
            <Matched text={note} searched={text} />
          </bdi>
        )}
      </span>
    </div>
  )
}

type MatchedProps = { text: string; searched: string }

function Matched({ text, searched }: MatchedProps) {
  return matchedParts(text, searched).map((part) =>
    part.matched ? (
      <mark key="matched" className="bg-transparent text-accent-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
