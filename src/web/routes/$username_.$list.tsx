import { createFileRoute } from '@tanstack/react-router'
import { notFoundHead } from '../app/link-preview.ts'
import { loadList } from '../lists/list-data.ts'
import { listHead } from '../lists/list-head.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListFailed, ListNotFound, ListPending } from '../lists/list-states.tsx'

export const Route = createFileRoute('/$username_/$list')({
  // All in one file with the page: other pages need nothing of lists.
  codeSplitGroupings: [['component', 'pendingComponent', 'loader', 'errorComponent', 'notFoundComponent']],
  loader: ({ context, params }) => loadList(context, params),
  head: ({ loaderData, match }) =>
    loaderData ? listHead(loaderData, match.context) : notFoundHead(match.context),
  component: PersonsListPage,
  pendingComponent: ListPending,
  notFoundComponent: ListNotFound,
  errorComponent: ListFailed,
})

function PersonsListPage() {
  const { list, others } = Route.useLoaderData()
  return <ListPage key={list.id} list={list} others={others} />
}
