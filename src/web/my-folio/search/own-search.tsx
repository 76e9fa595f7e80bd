import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SearchResults } from './search-results.tsx'
import { useOwnSearch } from './use-own-search.ts'

const words = 'Search by product or tags'

type OwnSearchProps = { onClose: () => void }

/** The open search box over one's own products, with its results below (spec section 2, /my-folio). */
export function OwnSearch({ onClose }: OwnSearchProps) {
  const search = useOwnSearch(onClose)
  const input = useRef<HTMLInputElement>(null)
  const [isInside, setInside] = useState(true)
  const listId = useId()
  // At once: a phone brings up its keyboard only within the press that opened the box.
  useEffect(() => input.current?.focus(), [])
  const isShown = isInside && search.isAsked
  const hasList = isShown && search.results.length > 0

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setInside(false)
  }

  return (
    <search
      className="relative flex min-w-0 flex-1 items-center gap-1 lg:w-100"
      onFocus={() => setInside(true)}
      onBlur={leave}
    >
      <TextInput
        ref={input}
        className="min-w-0 flex-1"
        leadIcon="search"
        placeholder={words}
        aria-label={words}
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.press}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={search.active < 0 ? undefined : `${listId}-${search.active}`}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
      <Button variant="ghost" size="sm" className="min-h-11!" onClick={onClose}>
        Cancel
      </Button>
      {isShown && (
        <div className="surface-lift absolute inset-x-0 top-full z-20 mt-1 max-h-[calc(100dvh-var(--spacing-topbar)-var(--spacing-tabbar)-2rem)] animate-fade-in overflow-y-auto rounded-lg max-lg:end-2">
          <SearchResults search={search} listId={listId} />
        </div>
      )}
    </search>
  )
}
