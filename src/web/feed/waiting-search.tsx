import { searchBox } from '../search/search-box.ts'
import { Button } from '../ui/button/button.tsx'

type WaitingSearchProps = { entry: string; onClose: () => void }

/** As soon as it is there: a phone brings up its keyboard only within the press that opened the box. */
const focus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true })

/** What takes the first letters while the search's script is on its way; the search goes on with them. */
export function WaitingSearch({ entry, onClose }: WaitingSearchProps) {
  function close() {
    keptSearches.delete(entry)
    onClose()
  }
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1 lg:w-80">
      <input
        ref={focus}
        className="h-11 min-w-0 flex-1 rounded-md border border-field bg-card px-3.5 ps-11 lg:h-12"
        {...searchBox}
        onChange={(event) => keptSearches.set(entry, { text: event.target.value, listY: window.scrollY })}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      />
      <Button variant="ghost" size="sm" className="min-h-11! lg:hidden" onClick={close}>
        Cancel
      </Button>
    </search>
  )
}

export type KeptSearch = {
  text: string
  /** How far the page was scrolled when the results took the list's place, in CSS pixels. */
  listY: number
}

/** Open searches by history entry, so that the back button finds the results again. */
export const keptSearches = new Map<string, KeptSearch>()

/** Whether anything is looked for under a history entry. */
export const hasKeptText = (entry: string): boolean => Boolean(keptSearches.get(entry)?.text.trim())
