import { useLayoutEffect, useRef } from 'react'
import { Button } from '../ui/button/button.tsx'
import { IconButton } from '../ui/button/icon-button.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { searchBox } from './search-box.ts'
import type { ProductSearch } from './use-product-search.ts'

type SearchFieldProps = {
  search: ProductSearch
  /** The id of the list of results, which the arrow keys move through. */
  listId: string
  /** Whether that list is shown now. */
  hasList: boolean
  /** Cancel as a word beside the box, or as a cross inside it. */
  cancel: 'beside' | 'inside'
}

/** The search box, and the button to close it (docs/product/feed.md#search). */
export function SearchField({ search, listId, hasList, cancel }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  // Focused in the same frame: a phone opens its keyboard only within the press that opened the box, and no letter may
  // be lost.
  useLayoutEffect(() => {
    const box = input.current
    box?.focus({ preventScroll: true })
    box?.setSelectionRange(box.value.length, box.value.length)
  }, [])
  return (
    <>
      <TextInput
        ref={input}
        className="min-w-0 flex-1 max-lg:[&>input]:min-h-11 max-lg:[&>input]:py-[9px]"
        leadIcon="search"
        trail={cancel === 'inside' && <IconButton icon="close" label="Cancel" onClick={search.close} />}
        {...searchBox}
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={search.press}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={search.active < 0 ? undefined : `${listId}-${search.active}`}
        enterKeyHint="search"
      />
      {cancel === 'beside' && (
        <Button variant="ghost" size="sm" className="min-h-11!" onClick={search.close}>
          Cancel
        </Button>
      )}
    </>
  )
}
