import { pushParts, replaceParts } from '../browser/address-parts.ts'
import { searchBox } from '../search/search-box.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'

type WaitingSearchProps = { entry: string; onClose: () => void }

/**
 * Focuses the input as soon as it is rendered, behind its text: a phone opens its keyboard only within the press that
 * opened the box.
 */
function focus(input: HTMLInputElement | null) {
  input?.focus({ preventScroll: true })
  input?.setSelectionRange(input.value.length, input.value.length)
}

/**
 * A box that shows the searched text and takes the first letters while the search's script loads; the search continues
 * with them.
 */
export function WaitingSearch({ entry, onClose }: WaitingSearchProps) {
  function close() {
    forgetSearch(entry)
    onClose()
  }
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1 lg:w-rail">
      <div className="relative min-w-0 flex-1">
        <Icon
          name="search"
          className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-ink-3"
        />
        <input
          ref={focus}
          className="h-11 w-full rounded-md border border-field bg-card px-3.5 ps-11 lg:h-12"
          {...searchBox}
          defaultValue={storedSearch(entry)?.text}
          onChange={(event) => storeSearch(entry, { text: event.target.value, listY: window.scrollY })}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        />
      </div>
      <Button variant="ghost" size="sm" className="min-h-11! lg:hidden" onClick={close}>
        Cancel
      </Button>
    </search>
  )
}

export type StoredSearch = {
  text: string
  /** The scroll position when the results replaced the list, in CSS pixels. */
  listY: number
}

/** Open searches by history entry, so that Back restores the results. */
const storedSearches = new Map<string, StoredSearch>()

/** The open search under an entry, if the address names the same text: all entries of a page share its key. */
export function storedSearch(entry: string): StoredSearch | undefined {
  const stored = storedSearches.get(entry)
  return stored && stored.text.trim() === addressedSearch() ? stored : undefined
}

/**
 * Stores a search under a history entry, and writes it into the address, so that it can be shared; a text that was
 * chosen instead of typed (`isChosen`) gets an entry of its own.
 */
export function storeSearch(entry: string, search: StoredSearch, isChosen = false): void {
  storedSearches.set(entry, search)
  const show = isChosen ? pushParts : replaceParts
  show({ q: search.text.trim() || null })
}

export function forgetSearch(entry: string): void {
  storedSearches.delete(entry)
  replaceParts({ q: null })
}

/** The searched text in the address, as in a tag's link. */
export const addressedSearch = (): string =>
  new URLSearchParams(window.location.search).get('q')?.trim() ?? ''
