import { displayTitle } from '../../shared/product.ts'
import { isOnWhite } from '../product/cards/card-parts.tsx'
import { ProductImage } from '../product/look/image.tsx'
import { ProductPrice } from '../product/look/price.tsx'
import { matchedParts, matchNote } from './matched-text.ts'
import type { FoundProduct } from './use-product-search.ts'

/** Results in a page's own column have more room than those in a menu under their box. */
export type ResultsPlace = 'page' | 'menu'

type SearchResultProps = {
  id: string
  item: FoundProduct
  /** What was searched for. */
  text: string
  active: boolean
  /** In a page its author and price stand with it; in a menu of one's own products they would only repeat. */
  place: ResultsPlace
  onOpen: () => void
}

/** One result. The focus stays in the box, which names the active one. */
export function SearchResult({ id, item, text, active, place, onOpen }: SearchResultProps) {
  const isInPage = place === 'page'
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
        shape={isInPage ? 'thumb56' : 'thumb48'}
        src={item.image_url}
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
}

type ResultNoteProps = Pick<SearchResultProps, 'item' | 'text'> & { showAuthor: boolean }

/** Where else it was found, and whose it is. */
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
