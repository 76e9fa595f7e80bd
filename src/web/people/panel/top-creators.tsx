import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../api/use-api.ts'
import { type Member, topCreatorsQuery } from '../people-queries.ts'
import { Fold } from './fold.tsx'
import { MembersLoading } from './members-loading.tsx'
import { PeopleFailed, SteadyPart } from './panel-parts.tsx'

type TopCreatorsProps = { level: 2 | 3; children: (creators: Member[]) => ReactNode }

/** 'Top creators this week' (docs/product/people.md#top-creators); `children` draws the list of them. */
export function TopCreators({ level, children }: TopCreatorsProps) {
  return (
    <SteadyPart part="top">
      <Fold name="top" foldedAbove={level === 2} level={level} title="Top creators this week">
        <LoadedCreators>{children}</LoadedCreators>
      </Fold>
    </SteadyPart>
  )
}

/** Loads the list again when it is opened and someone was followed meanwhile. */
function LoadedCreators({ children }: Pick<TopCreatorsProps, 'children'>) {
  const query = useQuery(topCreatorsQuery(useApi()))
  if (query.data) return query.data.creators.length > 0 ? children(query.data.creators) : <NobodyNew />
  if (query.isPending) return <MembersLoading isFirst count={5} label="Loading top creators" />
  return (
    <PeopleFailed
      message="Failed to load top creators"
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

function NobodyNew() {
  return <p className="flex min-h-16 items-center text-small text-ink-2">Nobody new this week.</p>
}
