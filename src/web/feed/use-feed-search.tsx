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
  /** The history entry of the page, under which an open search is found again. */
  entry: string | undefined
  choice: FeedChoice
  onChoose: (change: Partial<FeedChoice>) => void
  /** Whose following feed it is; null for visitors, who have none. */
  reader: string | null
  /** Where the results go. */
  container: HTMLElement | null
}

const feedSearch = deferred(() => import('./feed-search.tsx'))

/** Ahead of the press, which says so when the script cannot be loaded. */
const warm = () => void feedSearch.load().catch(() => {})

/** On closing, the focus goes back to what opened the search: to that of the two buttons which is seen. */
const focusAgain = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

/**
 * The feed's search, loaded when someone reaches for it: in the phone's bar, and at the end of the page's head from
 * 1024 px, what opens it or the open box. `isFinding` while results stand in the list's place.
 */
export function useFeedSearch({ entry = '', ...searched }: Searched) {
  const search = feedSearch.useLoaded()
  const isWide = useMedia('(min-width: 64rem)')
  // False once it was closed again, unlike before it was first opened.
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
  // Once the page stands: the server's HTML is the same for every search.
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
      // An empty box that is open stays so.
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
