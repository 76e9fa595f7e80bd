import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Api } from '../../api/client.ts'
import { keyOf, refresh } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.tsx'
import type { OwnListCard, OwnListItem, OwnListPage } from './own-list-data.ts'

type Pages = InfiniteData<OwnListPage>

const key = (id: string) => [...keyOf('GET /api/v1/me/lists/:id', { params: { id } }), 'pages'] as const

/** One of the person's lists, 40 of its things a page. */
export const ownListQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: key(id),
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/lists/:id',
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.items.next_cursor,
    staleTime: 0,
  })

/** The list's own fields, as the last answer has them, and its loaded things. */
export function listOf({ pages }: Pages) {
  const [list] = pages
  return (
    list && {
      list,
      items: pages.flatMap((page) => page.items.items),
      nextCursor: pages.at(-1)?.items.next_cursor ?? null,
    }
  )
}

/** Shows a changed list at once. */
export const showList = (client: QueryClient, { id, ...changed }: OwnListCard): void =>
  mapPages(client, id, (page) => ({ ...page, ...changed }))

/** Shows things as they are now; those that `change` answers with null are left out. */
export const showItems = (
  client: QueryClient,
  listId: string,
  change: (item: OwnListItem) => OwnListItem | null,
): void =>
  mapPages(client, listId, (page) => ({
    ...page,
    items: { ...page.items, items: page.items.items.flatMap((item) => change(item) ?? []) },
  }))

/** Shows the loaded things in another order, numbered anew. */
export function showOrder(client: QueryClient, listId: string, items: readonly OwnListItem[]): void {
  let next = 0
  mapPages(client, listId, (page) => ({
    ...page,
    items: {
      ...page.items,
      items: page.items.items.flatMap(() => {
        const item = items[next++]
        return item ? { ...item, number: next } : []
      }),
    },
  }))
}

function mapPages(client: QueryClient, id: string, change: (page: OwnListPage) => OwnListPage) {
  client.setQueryData<Pages>(key(id), (known) => known && { ...known, pages: known.pages.map(change) })
}

/** Returns a function that asks again for the person's lists, and the public page around. */
export function useRefreshLists(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    await refresh(queryClient(), 'GET /api/v1/me/lists')
    await router.invalidate()
  }
}
