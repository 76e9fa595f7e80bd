import { searchBox } from '../search/search-box.ts'
import { Button } from '../ui/button.tsx'
import { keptSearches } from './kept-searches.ts'

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
