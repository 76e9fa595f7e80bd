import { createFileRoute } from '@tanstack/react-router'
import { OwnListsPages } from '../../../lists/own/own-lists-pages.tsx'

export const Route = createFileRoute('/_app/my-folio/lists/{-$id}')({
  head: ({ match }) => ({ meta: [{ title: `Lists · ${match.context.appName}` }] }),
  component: ListsOfOnesOwn,
})

function ListsOfOnesOwn() {
  return <OwnListsPages id={Route.useParams().id} />
}
