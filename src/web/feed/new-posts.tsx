import { type RefObject, useCallback, useEffect, useState } from 'react'
import { writeCursor } from '../../shared/cursor.ts'
import { useApi } from '../api/use-api.ts'
import { followChanges } from '../people/follow-changes.ts'
import type { CardPages, CardPagesState } from '../product/cards/card-pages.ts'
import type { ProductCardData } from '../product/product-data.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { type FeedChoice, feedQuery } from './feed-choice.ts'
import { maxShown, newPostsText, useNewCount } from './use-new-count.ts'

type NewPostsProps = {
  choice: FeedChoice
  pages: CardPages
  state: CardPagesState
  /** The element around the list; pressing the offer scrolls to it. */
  list: RefObject<HTMLElement | null>
  renewAtTop: () => void
}

/** The cursor of a product, for the feed's calls. */
const cursorOf = ({ created_at, id }: ProductCardData) => writeCursor({ createdAt: new Date(created_at), id })

/** Offers products published since the newest shown one; nothing moves before the reader presses the offer. */
export function NewPosts({ state, renewAtTop, ...rest }: NewPostsProps) {
  const { scope } = rest.choice
  // A changed list of followed people changes the feed; a reader further down gets it when they return to the top.
  useEffect(() => (scope === 'following' ? followChanges.add(renewAtTop) : undefined), [scope, renewAtTop])
  const newest = state.items[0]
  const since = newest && cursorOf(newest)
  return (
    // Between the chips and the first row at the top of the page, under the bar further down.
    <div
      role="status"
      className="sticky top-[calc(var(--spacing-topbar)+2.25rem)] z-10 flex h-0 justify-center lg:top-11"
    >
      <Offer key={since} since={since} {...rest} />
    </div>
  )
}

type OfferProps = Omit<NewPostsProps, 'state' | 'renewAtTop'> & { since: string | undefined }

function Offer({ choice, pages, list, since }: OfferProps) {
  const api = useApi()
  const { scope, category } = choice
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const query = { ...feedQuery({ scope, category }), ...(since && { since }) }
      const { count } = await api('GET /api/v1/feed/new', { query }, { signal })
      return count
    },
    [api, scope, category, since],
  )
  const { count, forget } = useNewCount(ask, maxShown + 1)
  const [isBusy, setBusy] = useState(false)

  async function show() {
    setBusy(true)
    const isThere = await pages.renew(() => true)
    setBusy(false)
    if (!isThere) return toast.error('Failed to load products')
    forget()
    goToStart(list.current)
  }

  if (count === 0) return null
  return (
    <Button
      variant="ink"
      size="sm"
      busy={isBusy}
      className="-translate-y-7 animate-fade-in rounded-full! shadow-lift"
      onClick={() => void show()}
    >
      <Icon name="chevronUp" size={16} />
      {newPostsText(count)}
    </Button>
  )
}

/**
 * Scrolls to the top of the page, or to the list where it would not be visible from there; the button is gone by then.
 */
function goToStart(list: HTMLElement | null) {
  if (!list || list.getBoundingClientRect().top + window.scrollY < window.innerHeight / 2)
    window.scrollTo(0, 0)
  else list.scrollIntoView()
  document.getElementById('main')?.focus({ preventScroll: true })
}
