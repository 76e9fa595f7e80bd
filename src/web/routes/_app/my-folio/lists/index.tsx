import { createFileRoute } from '@tanstack/react-router'
import { OwnListsPage } from '../../../../lists/own/own-lists-page.tsx'

export const Route = createFileRoute('/_app/my-folio/lists/')({
  head: ({ match }) => ({ meta: [{ title: `Lists · ${match.context.appName}` }] }),
  component: OwnListsPage,
})
