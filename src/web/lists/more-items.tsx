import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryScope } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { EndOfOwnList } from '../my-folio/list/end-of-list.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import type { ListData } from './list-data.ts'
import { ListItems } from './list-items.tsx'

type MoreItemsProps = {
  list: ListData
  /** Where the first page ends. */
  cursor: string
  from: string
  isNarrow?: boolean
  chosenId?: string | null
}

/** The things of a long list after its first page, as the reader comes near them. Loaded lazily. */
export const MoreItems = (props: MoreItemsProps) => (
  <QueryScope>
    <Pages {...props} />
  </QueryScope>
)

function Pages({ list, cursor, ...look }: MoreItemsProps) {
  const api = useApi()
  const params = { username: list.profiles.username, slug: list.slug }
  const query = useInfiniteQuery({
    queryKey: ['list', list.id, cursor],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/lists/:username/:slug', { params, query: { cursor: pageParam } }, { signal }),
    initialPageParam: cursor,
    getNextPageParam: (last) => last.items.next_cursor,
  })
  if (query.isPending)
    return (
      <div className="grid justify-items-center border-t py-6">
        <Spinner size="md" label="Loading products" />
      </div>
    )
  return (
    <>
      {query.data?.pages.map(({ items }) => (
        <div key={items.items[0]?.id} className="border-t">
          <ListItems items={items.items} {...look} />
        </div>
      ))}
      <EndOfOwnList query={query} />
    </>
  )
}
