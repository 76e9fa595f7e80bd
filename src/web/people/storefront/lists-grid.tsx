import { useQuery } from '@tanstack/react-query'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { ListCard } from '../../lists/list-card.tsx'
import type { ListCardData } from '../../lists/list-data.ts'
import { listGridClass } from '../../lists/list-grid-class.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import type { ProfileData } from '../profile/load-profile.ts'

type ListsGridProps = { profile: ProfileData; lists: readonly ListCardData[] | undefined }

/** The cards of public lists. Loaded lazily. */
export const ListsGrid = (props: ListsGridProps) => (
  <QueryScope>
    <Lists {...props} />
  </QueryScope>
)

function Lists({ profile: { username, first_name }, lists: served }: ListsGridProps) {
  const api = useApi()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['lists of', username],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/profiles/:username/lists', { params: { username } }, { signal })).items,
    enabled: served === undefined,
  })
  const lists = served ?? data
  if (!lists && isError)
    return (
      <ErrorState
        level={3}
        message="Failed to load lists"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!lists)
    return (
      <LoadingSkeleton label="Loading lists" className={listGridClass}>
        {['first', 'second', 'third'].map((name) => (
          <Skeleton key={name} className="aspect-4/3 rounded-lg" />
        ))}
      </LoadingSkeleton>
    )
  if (lists.length === 0)
    return (
      <EmptyState level={3} title="No lists yet">
        {`Lists that ${first_name} makes public will show here.`}
      </EmptyState>
    )
  return (
    <ul className={listGridClass}>
      {lists.map((list) => (
        <li key={list.id}>
          <ListCard list={list} />
        </li>
      ))}
    </ul>
  )
}
