import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { memo, type ReactNode } from 'react'
import { fullName } from '../../shared/full-name.ts'
import { displayTitle } from '../../shared/product.ts'
import { ProductImage } from '../look/image.tsx'
import { ProductPrice } from '../look/price.tsx'
import { isOnWhite } from '../product/cards/card-parts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button/button.tsx'
import { EmptyState, ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import { matchedParts, matchNote } from './matched-text.ts'
import type { Found, FoundProduct, ProductSearch } from './use-product-search.ts'

type SearchResultsProps = {
  search: ProductSearch
  listId: string
  look: ResultsLook
  /** Shown if nothing was found: a wider search. */
  wider?: ReactNode
}

const looks = {
  page: { count: 'pb-2', list: 'surface overflow-hidden' },
  menu: { count: 'px-3 pt-3 pb-2', list: undefined },
}

/** The results, a message that there are none, or a failure. Paler while they belong to an older query. */
export function SearchResults({ search, listId, look, wider }: SearchResultsProps) {
  const { query, found, isOlder, results, active, text, open } = search
  if (query.isError) {
    const Failed = look === 'page' ? ErrorState : MenuFailed
    return <Failed message="Failed to load products" onRetry={() => void query.refetch()} />
  }
  if (!found) {
    return (
      <div className="grid justify-items-center py-6">
        <Spinner size="md" label="Searching" />
      </div>
    )
  }
  // Sighted people see that the panel opened; this announces it to others.
  const { beside, hasMore } = found
  const isBare = look === 'page' && results.length === 0 && !beside?.people.length
  return (
    <div aria-busy={isOlder} className={clsx(isOlder && 'opacity-60')}>
      {beside?.instead && (
        <p className="pb-2 text-small text-pretty text-ink-2">
          Nothing for “{text}”. Showing “{beside.instead}”.
        </p>
      )}
      {beside && <FoundBeside tags={beside.tags} people={beside.people} onType={search.type} />}
      <p
        role="status"
        className={clsx(
          'text-caption text-ink-3',
          looks[look].count,
          (isBare || (beside && results.length === 0)) && 'sr-only',
        )}
      >
        {countText(results.length, hasMore)}
      </p>
      {results.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Products found"
          className={clsx('divide-y', looks[look].list)}
        >
          {results.map((item, index) => (
            <SearchResult
              key={item.id}
              id={`${listId}-${index}`}
              item={item}
              text={beside?.instead ?? text}
              active={index === active}
              look={look}
              onOpen={open}
            />
          ))}
        </div>
      )}
      {isBare && (
        <EmptyState title="No items found" action={wider}>
          Try another word or tag.
        </EmptyState>
      )}
    </div>
  )
}

type FoundBesideProps = Pick<NonNullable<Found['beside']>, 'tags' | 'people'> & {
  onType: ProductSearch['type']
}

/** Matching people and tags, above the products; rendered again only if they change. */
const FoundBeside = memo(({ tags, people, onType }: FoundBesideProps) => {
  return (
    <>
      {people.length > 0 && (
        <ul aria-label="People found" className="surface mb-3 divide-y overflow-hidden">
          {people.map((person) => (
            <li key={person.id}>
              <Link
                to="/$username"
                params={{ username: person.username }}
                className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-sunken"
              >
                <Avatar name={fullName(person)} src={person.avatar_url} size={36} />
                <span className="min-w-0">
                  {/* A block of text in the other direction would start at the other end, so only the name is
                      isolated. */}
                  <span className="block truncate text-small font-semibold">
                    <bdi>{fullName(person)}</bdi>
                  </span>
                  <span className="block truncate text-caption text-ink-3">@{person.username}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags found" className="flex flex-wrap gap-2 pb-3">
          {tags.map((tag) => (
            <li key={tag}>
              <Button size="sm" onClick={() => onType(`#${tag}`, true)}>
                #{tag}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
})

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

/** Results in a page's own column have more room than those in a menu below the box. */
type ResultsLook = 'page' | 'menu'

type SearchResultProps = {
  id: string
  item: FoundProduct
  /** The searched text. */
  text: string
  active: boolean
  /** A page also shows author and price; in a menu of the person's own products they would only repeat. */
  look: ResultsLook
  onOpen: (item: FoundProduct) => void
}

/** One result, rendered again only if it changes. The focus stays in the box, which names the active result. */
const SearchResult = memo(({ id, item, text, active, look, onOpen }: SearchResultProps) => {
  const isInPage = look === 'page'
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a combobox keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's
    <div
      id={id}
      ref={active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
      role="option"
      aria-selected={active}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onOpen(item)}
      className="flex min-h-16 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-sunken aria-selected:bg-sunken aria-selected:inset-ring-2 aria-selected:inset-ring-focus"
    >
      <ProductImage
        shape={isInPage ? 'thumb56' : 'thumb48'}
        src={item.image_url}
        category={item.sign}
        source={isOnWhite(item) ? 'amazon' : 'own'}
      />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <bdi className="line-clamp-2 text-small font-semibold text-pretty">
          <Matched text={displayTitle(item)} searched={text} />
        </bdi>
        <ResultNote item={item} text={text} showAuthor={isInPage} />
      </span>
      {isInPage && item.price_usd !== null && (
        <span className="shrink-0 text-small">
          <ProductPrice product={item} missingClass="hidden" />
        </span>
      )}
    </div>
  )
})

type ResultNoteProps = Pick<SearchResultProps, 'item' | 'text'> & { showAuthor: boolean }

/** Where else the text was found, and the product's owner. */
function ResultNote({ item, text, showAuthor }: ResultNoteProps) {
  const note = matchNote(item, text)
  if (!note && !showAuthor) return null
  return (
    <span className="flex min-w-0 text-caption text-ink-3">
      {note && (
        <bdi className="min-w-0 truncate">
          <Matched text={note} searched={text} />
        </bdi>
      )}
      {showAuthor && (
        <span className="max-w-1/2 shrink-0 truncate">
          {note && <span className="whitespace-pre"> · </span>}
          <bdi>{item.profiles.first_name}</bdi>
        </span>
      )}
    </span>
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
