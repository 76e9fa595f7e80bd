import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fullName } from '../../../shared/full-name.ts'
import { useApi } from '../../api/use-api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { followingQuery, type Member, statsQuery } from '../people-queries.ts'
import { Fold } from './fold.tsx'
import { FollowedPeople } from './followed-people.tsx'
import { MemberList } from './member-list.tsx'
import { MemberSearchBox, MembersFound, useMemberSearch } from './member-search.tsx'
import { TopCreators } from './top-creators.tsx'

type MemberPanelProps = { ownId: string }

/** The people panel of a signed-in person (docs/product/people.md#people-panel). */
export function MemberPanel({ ownId }: MemberPanelProps) {
  return (
    <PanelHeader>
      <PanelContent ownId={ownId} />
    </PanelHeader>
  )
}

/** Search results replace the followed people; the top creators stay. */
function PanelContent({ ownId }: MemberPanelProps) {
  const search = useMemberSearch()
  return (
    <div className="stack gap-2 pt-2">
      <MemberSearchBox search={search} />
      {search.isAsked ? <MembersFound search={search} ownId={ownId} /> : <FollowedPeople ownId={ownId} />}
      <hr className="text-line" />
      <TopCreators level={3}>
        {(creators) => (
          <MemberList label="Top creators this week" people={creators} ownId={ownId} note="followers" />
        )}
      </TopCreators>
    </div>
  )
}

/** See docs/product/people.md#people-panel. */
const maxAvatars = 3

type PanelHeaderProps = { children: ReactNode }

/**
 * 'Following {count}' with the avatars of the people followed last; it folds the panel
 * (docs/product/people.md#people-panel).
 */
export function PanelHeader({ children }: PanelHeaderProps) {
  const api = useApi()
  const { data: stats } = useQuery(statsQuery(api))
  const { data: list, isPending } = useInfiniteQuery(followingQuery(api))
  const count = stats?.following_count ?? list?.pages[0]?.following_count
  const followed = list?.pages.flatMap(({ items }) => items).filter((person) => person.is_following)
  return (
    <Fold
      name="people"
      foldedAbove
      level={2}
      lead={
        isPending ? (
          <span className="skeleton h-7 w-22 rounded-full" />
        ) : (
          <Avatars people={followed ?? []} count={count ?? 0} />
        )
      }
      title={
        <>Following {count !== undefined && <span className="num">{count.toLocaleString('en-US')}</span>}</>
      }
    >
      {children}
    </Fold>
  )
}

type AvatarsProps = { people: Member[]; count: number }

/** The avatars of the first people, and how many of `count` are not shown. */
function Avatars({ people, count }: AvatarsProps) {
  const shown = people.slice(0, Math.min(maxAvatars, count))
  if (shown.length === 0) return null
  const rest = count - shown.length
  return (
    <span aria-hidden="true" className="flex -space-x-2">
      {shown.map((person) => (
        <Avatar
          key={person.id}
          name={fullName(person)}
          src={person.avatar_url}
          size={28}
          className="ring-2 ring-card"
        />
      ))}
      {rest > 0 && (
        <span className="num grid h-7 min-w-7 place-items-center rounded-full bg-neutral-soft px-1 text-micro font-semibold text-ink-2 ring-2 ring-card">
          +{rest.toLocaleString('en-US')}
        </span>
      )}
    </span>
  )
}
