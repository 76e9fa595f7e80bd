import { type ReactNode, useEffect, useState } from 'react'
import { offlineMessage } from '../browser/connection.ts'
import { deferred } from '../browser/deferred.ts'
import { useMedia } from '../browser/use-media.ts'
import { searchBox } from '../search/search-box.ts'
import type { TopBarProps } from '../shell/page-head.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { IconButton } from '../ui/button/icon-button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { addressSteps } from './feed-address.ts'
import type { FeedChoice } from './feed-choice.ts'
import {
  addressedSearch,
  forgetSearch,
  hasStoredText,
  storedSearch,
  storeSearch,
  WaitingSearch,
} from './waiting-search.tsx'

type Searched = {
  /** The page's history entry, under which an open search is stored. */
  entry: string | undefined
  choice: FeedChoice
  onChoose: (change: Partial<FeedChoice>) => void
  /** The reader whose following feed it is; null for visitors, who have none. */
  reader: string | null
  /** The element that the results are rendered into. */
  container: HTMLElement | null
}

const feedSearch = deferred(() => import('./feed-search.tsx'))

/** Loads the script before the press; the press shows the failure when it cannot be loaded. */
const warm = () => void feedSearch.load().catch(() => {})

/** On closing, the focus goes back to the button that opened the search; of the two buttons, to the visible one. */
const focusAgain = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

/**
 * The feed's search, loaded when it is first needed. Returns the phone bar's content and the end of the page's head
 * from 1024 px: each the button that opens the search, or its open box. `isFinding` is true while results replace the
 * list.
 */
export function useFeedSearch({ entry = '', ...searched }: Searched) {
  const search = feedSearch.useLoaded()
  const isWide = useMedia('(min-width: 64rem)')
  // Undefined before it was first opened, false after it was closed.
  const [isOpen, setOpen] = useState<boolean | undefined>(
    () => storedSearch(entry) !== undefined || undefined,
  )
  const [isFinding, setFinding] = useState(() => hasStoredText(entry))
  const [steps, setSteps] = useState(0)

  const box =
    isOpen &&
    (search ? (
      <search.FeedSearch
        key={steps}
        entry={entry}
        cancel={isWide ? 'inside' : 'beside'}
        onFinding={setFinding}
        onClose={() => setOpen(false)}
        {...searched}
      />
    ) : (
      <WaitingSearch entry={entry} onClose={() => setOpen(false)} />
    ))
  function open() {
    setOpen(true)
    feedSearch.load().then(
      () => setFinding(hasStoredText(entry)),
      () => {
        setOpen(false)
        void toast.error('Error', { description: offlineMessage })
      },
    )
  }
  // After hydration: the server's HTML is the same for every search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of an entry once, as it is come to
  useEffect(() => {
    const text = addressedSearch()
    if (!text || storedSearch(entry)) return
    storeSearch(entry, { text, listY: 0 })
    open()
  }, [entry])
  useEffect(() =>
    addressSteps.add(() => {
      const text = addressedSearch()
      // An open empty box stays open.
      if (storedSearch(entry) || (!text && !isOpen)) return
      setSteps(steps + 1)
      if (text) {
        storeSearch(entry, { text, listY: 0 })
        open()
        return
      }
      forgetSearch(entry)
      setOpen(false)
      setFinding(false)
    }),
  )
  const ways = {
    ref: isOpen === false ? focusAgain : undefined,
    onPointerEnter: warm,
    onFocus: warm,
    onClick: open,
  }
  const bar: TopBarProps = {
    actions: <IconButton icon="search" iconSize={24} label="Search" {...ways} />,
    ...(box && !isWide && { children: box }),
  }
  const head: ReactNode = (isWide && box) || (
    <button
      type="button"
      className="flex h-12 w-80 cursor-text! items-center gap-2.5 rounded-md border border-field bg-card px-3.5 text-ink-3"
      {...ways}
    >
      <Icon name="search" />
      {searchBox.placeholder}
    </button>
  )
  return { bar, head, isFinding }
}
