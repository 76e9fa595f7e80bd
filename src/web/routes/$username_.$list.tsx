import { createFileRoute } from '@tanstack/react-router'
import { loadList } from '../lists/list-data.ts'
import { listHead, missingListHead } from '../lists/list-head.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListFailed, ListNotFound, ListPending } from '../lists/list-states.tsx'

export const Route = createFileRoute('/$username_/$list')({
  loader: ({ context, params }) => loadList(context.api, params),
  head: ({ loaderData, match }) =>
    loaderData ? listHead(loaderData.list, match.context) : missingListHead(match.context),
  component: PersonsListPage,
  pendingComponent: ListPending,
  notFoundComponent: ListNotFound,
  errorComponent: ListFailed,
})

function PersonsListPage() {
  const { list, others } = Route.useLoaderData()
  return <ListPage key={list.id} list={list} others={others} />
}
