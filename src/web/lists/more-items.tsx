import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryScope } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { EndOfOwnList } from '../my-folio/list/end-of-list.tsx'
import type { ListData } from './list-data.ts'
import { ListItems } from './list-items.tsx'

type MoreItemsProps = {
  list: ListData
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

function Pages({ list, ...look }: MoreItemsProps) {
  const api = useApi()
  const params = { username: list.profiles.username, slug: list.slug }
  const query = useInfiniteQuery({
    queryKey: ['list', list.id, list.items.next_cursor],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/lists/:username/:slug', { params, query: { cursor: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.items.next_cursor,
    // The page around has the first.
    initialData: { pages: [list], pageParams: [''] },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      {query.data.pages.slice(1).map(({ items }) => (
        <div key={items.items[0]?.id} className="border-t">
          <ListItems items={items.items} {...look} />
        </div>
      ))}
      <EndOfOwnList query={query} />
    </>
  )
}
