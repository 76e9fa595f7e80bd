import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addressSteps } from '../browser/address-parts.ts'
import { offlineMessage } from '../browser/connection.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'
import { useMedia } from '../browser/use-media.ts'
import type { TopBarProps } from '../shell/page-head.tsx'
import { IconButton } from '../ui/button/icon-button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ClosedBox } from './closed-box.tsx'
import type { FeedChoice } from './feed-choice.ts'
import type { FeedSearch } from './feed-search.tsx'
import { addressedSearch, forgetSearch, storedSearch, storeSearch, WaitingSearch } from './waiting-search.tsx'

type Searched = {
  /** The page's history entry, under which an open search is stored. */
  entry: string | undefined
  choice: FeedChoice
  onChoose: (change: Partial<FeedChoice>) => void
  /** The reader whose following feed it is; null for visitors, who have none. */
  reader: string | null
}

const importSearch = () => import('./feed-search.tsx')

const Box = lazyPart(async () => ({ default: (await importSearch()).FeedSearch }), {
  waiting: (box) => <WaitingSearch {...box} />,
  isQuiet: true,
})

/**
 * Counts up when another search replaces the open one, which is drawn anew; undefined before the first was opened,
 * false after it was closed.
 */
type Opened = number | false | undefined

/** Loads the script before the press; the press shows the failure when it cannot be loaded. */
const warm = () => void Box.load().catch(() => {})

/**
 * The feed's search, loaded when it is first needed. Returns the phone bar's content and the end of the page's head
 * from 1024 px: each the button that opens the search, or its open box, which opens without drawing the page again.
 */
export function useFeedSearch({ entry = '', ...searched }: Searched) {
  const [opened] = useState(() => createStore<Opened>(storedSearch(entry) && 1))
  function open() {
    opened.set((opened.get() || 0) + 1)
    Box.load().catch(() => {
      opened.set(false)
      void toast.error('Error', { description: offlineMessage })
    })
  }
  // At first after hydration: the server's HTML is the same for every search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of an entry once, as it is come to
  useEffect(() => {
    function followAddress() {
      const text = addressedSearch()
      // An open empty box stays open.
      if (storedSearch(entry) || (!text && !opened.get())) return
      if (text) {
        storeSearch(entry, { text, listY: 0 })
        open()
      } else {
        forgetSearch(entry)
        opened.set(false)
      }
    }
    followAddress()
    return addressSteps.add(followAddress)
  }, [entry])
  const ways = { onPointerEnter: warm, onFocus: warm, onClick: open }
  const place = (isWide: boolean, content: ReactNode) => (
    <SearchPlace entry={entry} opened={opened} isWide={isWide} {...searched}>
      {content}
    </SearchPlace>
  )
  const bar: TopBarProps = {
    actions: <IconButton icon="search" iconSize={24} label="Search" {...ways} />,
    around: (content) => place(false, content),
  }
  const head = place(
    true,
    <ClosedBox
      {...ways}
      onEarly={(field) =>
        // Loaded as the box's own, so that it opens at once with the field's caret.
        Box.load()
          .then(importSearch)
          .then((search) => search.openWith(field, entry, open), open)
      }
    />,
  )
  return { bar, head }
}

type SearchPlaceProps = Omit<ComponentProps<typeof FeedSearch>, 'onClose'> & {
  opened: Store<Opened>
  /** Shown while no search is open, and where it is open in the other place; with the button that opens it. */
  children: ReactNode
}

/**
 * A place of the open box: in the phone's bar, or (`isWide`) in the page's head from 1024 px. What it replaces is
 * hidden and not removed: to remove the focused button costs a slow phone more than to hide it.
 */
function SearchPlace({ opened, children, ...box }: SearchPlaceProps) {
  const hasHead = useMedia('(min-width: 64rem)')
  const key = useStore(opened, undefined)
  const isHere = key && hasHead === box.isWide
  const content = useRef<HTMLDivElement>(null)
  // On closing, the focus goes back to the button that opened the search; of the two, to the visible one.
  useLayoutEffect(() => {
    if (key === false) content.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [key])
  return (
    <>
      <div ref={content} className={isHere ? 'hidden' : 'contents'}>
        {children}
      </div>
      {isHere && <Box key={key} {...box} onClose={() => opened.set(false)} />}
    </>
  )
}
