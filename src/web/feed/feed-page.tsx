import clsx from 'clsx'
import { useState } from 'react'
import { useHistoryEntry } from '../browser/use-history-entry.ts'
import type { AnswerOf } from '../client.ts'
import { ListingSkeleton } from '../product/cards/product-listing.tsx'
import { useProductView } from '../product/cards/product-view.tsx'
import { ViewSwitch } from '../product/view-switch.tsx'
import { useSession } from '../session/session.ts'
import { ChipBar } from '../ui/chip-bar.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { type FeedScope, useFeedChoice } from './feed-choice.ts'
import { FeedCover } from './feed-cover.tsx'
import { FeedList } from './feed-list.tsx'
import { FeedShell } from './feed-shell.tsx'
import { NoItems } from './feed-states.tsx'
import { PeopleRail } from './people-rail.tsx'
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

/** Everyone's products, or those of whom one follows, newest first (spec section 2, /feed). */
export function FeedPage({ feed, categories }: FeedPageProps) {
  const entry = useHistoryEntry()
  const { choice, choose, isMade } = useFeedChoice(categories, entry)
  const [view, chooseView] = useProductView()
  const session = useSession()
  const reader = session.status === 'signed_in' ? session.userId : null
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const { bar, head, isFinding } = useFeedSearch({ entry, choice, reader, place })

  function list() {
    const { scope, category } = choice
    const isFollowing = scope === 'following'
    if (isFollowing && session.status === 'loading') return <ListingSkeleton view={view} columns={3} />
    if (isFollowing && !reader) return <NoItems scope={scope} isSignedOut />
    const listReader = isFollowing ? reader : null
    return (
      <FeedList
        key={`${scope} ${category} ${listReader}`}
        choice={choice}
        view={view}
        reader={listReader}
        first={isFollowing || category ? undefined : feed}
        isChosen={isMade}
      />
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
            value={choice.scope}
            onChange={(scope) => choose({ scope })}
          />
          <div className={clsx(isFinding && 'invisible')}>
            <ViewSwitch value={view} onChange={chooseView} />
          </div>
        </>
      }
      people={<PeopleRail isWanted={choice.scope === 'following'} />}
      peopleWanted={choice.scope === 'following' && !isFinding}
    >
      <CategoryChips
        categories={categories}
        value={choice.category}
        onChange={(category) => choose({ category })}
      />
      <div ref={setPlace} className={clsx(isFinding && 'mt-3 min-h-dvh')} />
      <div hidden={isFinding} className="mt-3">
        <FeedCover>{list()}</FeedCover>
      </div>
    </FeedShell>
  )
}

type CategoryChipsProps = Pick<FeedPageProps, 'categories'> & {
  value: string | null
  onChange: (category: string | null) => void
}

/** 'All' plus each category, one of them chosen. */
function CategoryChips({ categories, value, onChange }: CategoryChipsProps) {
  const items = [
    { value: null, label: 'All' },
    ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  return <ChipBar<string | null> label="Category" items={items} value={value} onChange={onChange} />
}
