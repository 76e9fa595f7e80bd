import { createFileRoute } from '@tanstack/react-router'
import { OwnListPage } from '../../../../lists/own/own-list-page.tsx'

export const Route = createFileRoute('/_app/my-folio/lists/$id')({
  head: ({ match }) => ({ meta: [{ title: `Lists · ${match.context.appName}` }] }),
  component: ListOfOnesOwn,
})

function ListOfOnesOwn() {
  return <OwnListPage id={Route.useParams().id} />
}
