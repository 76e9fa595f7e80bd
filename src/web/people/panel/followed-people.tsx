import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button/button.tsx'
import type { FollowedMember } from '../follow.tsx'
import { followingQuery, statsQuery } from '../people-queries.ts'
import { Fold } from './fold.tsx'
import { MemberList } from './member-list.tsx'
import { MembersLoading } from './members-loading.tsx'
import { PeopleFailed, SteadyPart } from './panel-parts.tsx'

type FollowedPeopleProps = { ownId: string }

/** 'People you follow', or its empty state (docs/product/people.md#people-panel). */
export function FollowedPeople({ ownId }: FollowedPeopleProps) {
  const list = useInfiniteQuery(followingQuery(useApi()))
  useChangesElsewhere(list)
  const isNobody = list.data && listed(list.data).length === 0
  return (
    <SteadyPart part="followed">
      {isNobody ? (
        <NobodyFollowed />
      ) : (
        <Fold name="followed" level={3} title="People you follow">
          <FollowedList ownId={ownId} />
        </Fold>
      )}
    </SteadyPart>
  )
}

/** Loads the list again when it is opened and someone was followed meanwhile. */
function FollowedList({ ownId }: FollowedPeopleProps) {
  const list = useInfiniteQuery(followingQuery(useApi()))
  if (list.data) {
    return (
      <MemberList label="People you follow" people={listed(list.data)} ownId={ownId} note="username">
        <ShowMore list={list} />
      </MemberList>
    )
  }
  if (list.isPending) return <MembersLoading isFirst boxed count={5} label="Loading people you follow" />
  return (
    <PeopleFailed
      message="Failed to load people data"
      retrying={list.isFetching}
      onRetry={() => void list.refetch()}
    />
  )
}

/**
 * Leaves out people followed just now until the next load, except in an empty list, where the first one appears at
 * once.
 */
function listed({ pages }: InfiniteData<{ items: FollowedMember[] }>): FollowedMember[] {
  const people = pages.flatMap(({ items }) => items)
  const settled = people.filter(({ isNew }) => !isNew)
  return settled.length > 0 ? settled : people.filter((person) => person.is_following).slice(-1)
}

/** When the count differs from the list, someone was followed elsewhere: the list is loaded again. */
function useChangesElsewhere(list: {
  data?: InfiniteData<{ following_count: number }> | undefined
  refetch: () => Promise<unknown>
}) {
  const { data: stats, dataUpdatedAt } = useQuery(statsQuery(useApi()))
  const count = stats?.following_count
  const { data, refetch } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each answer, whatever the list then says
  useEffect(() => {
    if (count !== undefined && data && data.pages[0]?.following_count !== count) void refetch()
  }, [dataUpdatedAt])
}

type ShowMoreProps = {
  list: {
    hasNextPage: boolean
    isFetchNextPageError: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <>
      {list.isFetchNextPageError && (
        <p role="alert" className="pt-2 text-small text-ink-2">
          Failed to load people data
        </p>
      )}
      <Button
        variant="quiet"
        size="sm"
        block
        className="my-2"
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Show more
      </Button>
    </>
  )
}

/** As high as a heading and one row, so that following the first person moves nothing. */
function NobodyFollowed() {
  return (
    <div className="grid min-h-27 content-center gap-1 text-center">
      <h3 className="text-small font-semibold">You're not following anyone yet</h3>
      <p className="text-small text-pretty text-ink-2">Discover creators and connect with the community</p>
    </div>
  )
}
