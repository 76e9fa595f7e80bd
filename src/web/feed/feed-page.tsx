import { memo, type ReactNode, useEffect, useState } from 'react'
import type { AnswerOf } from '../api/client.ts'
import { useAddressSteps } from '../browser/address-parts.ts'
import { useHistoryEntry } from '../browser/use-history-entry.ts'
import { useMedia } from '../browser/use-media.ts'
import { PeoplePanelSkeleton } from '../people/panel/people-panel-skeleton.tsx'
import { ListingSkeleton } from '../product/cards/product-listing.tsx'
import { useProductView, ViewSwitch } from '../product/cards/product-view.tsx'
import { useSession } from '../session/session.ts'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ChipBar } from '../ui/list/chip-bar.tsx'
import { Segmented } from '../ui/list/segmented.tsx'
import { type FeedScope, useFeedChoice } from './feed-choice.ts'
import { FeedList } from './feed-list.tsx'
import { FeedShell, feedContent, feedResults } from './feed-shell.tsx'
import { NoItems } from './feed-states.tsx'
import { useFeedSearch } from './use-feed-search.tsx'

type FeedPageProps = {
  /** The first page of everyone's products. */
  feed: AnswerOf<'GET /api/v1/feed'>
  categories: AnswerOf<'GET /api/v1/categories'>['items']
}

const scopes = [
  { value: 'public', label: 'Explore', name: 'Explore public posts' },
  { value: 'following', label: 'Following', name: 'Home feed (following)' },
] as const

/** Where the list has a panel beside it. */
const besideList = '(min-width: 80rem)'

/** Everyone's products, or those of the people the reader follows, newest first (docs/product/feed.md#the-feed). */
export function FeedPage({ feed, categories }: FeedPageProps) {
  const entry = useHistoryEntry()
  useAddressSteps()
  const { choice, choose, isMade } = useFeedChoice(categories, entry)
  const [view, chooseView] = useProductView()
  const session = useSession()
  const reader = session.status === 'signed_in' ? session.userId : null
  const { bar, head } = useFeedSearch({ entry, choice, reader, onChoose: choose })

  const { scope, category } = choice
  const isFollowing = scope === 'following'

  function list() {
    if (isFollowing && session.status === 'loading') return <ListingSkeleton view={view} width="beside" />
    if (isFollowing && !reader) return <NoItems scope={scope} isSignedOut />
    const shown = { choice, view, isChosen: isMade, onChoose: choose, among: stepsAmong }
    return isFollowing && reader ? (
      <Following key={`${category} ${reader}`} reader={reader} {...shown} />
    ) : (
      <FeedList key={category} first={category ? undefined : feed} {...shown} />
    )
  }

  return (
    <FeedShell
      bar={bar}
      head={head}
      tools={
        <>
          <Segmented<FeedScope>
            label="Whose items"
            segments={scopes}
            value={scope}
            onChange={(scope) => choose({ scope })}
          />
          <div className="in-data-finding:invisible">
            <ViewSwitch value={view} onChange={chooseView} />
          </div>
        </>
      }
      people={<PeopleRail isWanted={isFollowing} />}
      peopleWanted={isFollowing}
      steps={stepsBeside}
    >
      <CategoryChips categories={categories} value={category} onChange={(category) => choose({ category })} />
      <section
        id={feedContent}
        tabIndex={-1}
        aria-label="Products"
        className="scroll-mt-topbar pt-3 outline-none"
      >
        {/* The open search marks the document while its results, drawn into the first part, replace the second. */}
        <div id={feedResults} className="in-data-finding:min-h-dvh" />
        <div className="in-data-finding:set-aside">
          <FeedCover>{list()}</FeedCover>
        </div>
      </section>
    </FeedShell>
  )
}

/** The list of the people whom the reader follows, with what is new on it: nobody begins with it. */
const Following = lazyPart(async () => ({ default: (await import('./following-list.tsx')).FollowingList }), {
  waiting: ({ view }) => <ListingSkeleton view={view} width="beside" />,
})

/** The first steps of a new account: beside the list on wide screens, elsewhere after its first cards. */
const Steps = lazyPart(
  async () => ({ default: (await import('../first-steps/first-steps-apart.tsx')).FirstStepsApart }),
  { isQuiet: true },
)

type StepsAtProps = { place: 'among' | 'beside' }

/** Knows the window by itself: a page that changed with it while its parts are hydrated would lose their HTML. */
function StepsAt({ place }: StepsAtProps) {
  const isBeside = useMedia(besideList)
  const isHere = isBeside === (place === 'beside')
  return useSession().status === 'signed_in' && isHere && <Steps place={place} />
}

/** Always the same, so that neither list nor page is drawn again with them. */
const stepsAmong = <StepsAt place="among" />
const stepsBeside = <StepsAt place="beside" />

type CategoryChipsProps = Pick<FeedPageProps, 'categories'> & {
  value: string | null
  onChange: (category: string | null) => void
}

/** Chips for 'All' and each category, one of them chosen. */
function CategoryChips({ categories, value, onChange }: CategoryChipsProps) {
  const items = [
    { value: null, label: 'All' },
    ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  return <ChipBar<string | null> label="Category" items={items} value={value} onChange={onChange} />
}

type FeedCoverProps = { children: ReactNode }

/**
 * The server's list, covered by placeholder boxes for readers who are about to see another one: head-script.ts has
 * marked their document with their view. The marks are removed with the first rendering of their own list.
 */
function FeedCover({ children }: FeedCoverProps) {
  const [isFirst, setFirst] = useState(true)
  useEffect(() => {
    const { dataset } = document.documentElement
    delete dataset.feed
    delete dataset.following
    setFirst(false)
  }, [])
  return (
    <>
      {/* Keeps what is below out of sight while the list has too few products. */}
      <div className="in-data-feed:hidden has-aria-busy:min-h-dvh">{children}</div>
      {isFirst && (
        <>
          <div className="not-in-data-[feed=grid]:hidden min-h-dvh">
            <ListingSkeleton view="grid" width="beside" />
          </div>
          <div className="not-in-data-[feed=list]:hidden min-h-dvh">
            <ListingSkeleton view="list" width="beside" />
          </div>
          <div className="not-in-data-[feed=card]:hidden min-h-dvh">
            <ListingSkeleton view="card" />
          </div>
        </>
      )}
    </>
  )
}

const People = lazyPart(
  async () => ({ default: (await import('../people/panel/people-panel.tsx')).PeoplePanel }),
  {
    waiting: () => <PeoplePanelSkeleton />,
    failed: (_, onRetry) => <ErrorState message="Failed to load people data" onRetry={onRetry} />,
  },
)

type PeopleRailProps = { isWanted: boolean }

/** The people panel or its placeholder boxes: beside the list on wide screens, elsewhere where it is wanted. */
const PeopleRail = memo(({ isWanted }: PeopleRailProps) => {
  const isBeside = useMedia(besideList)
  return isBeside || isWanted ? <People /> : <PeoplePanelSkeleton />
})
