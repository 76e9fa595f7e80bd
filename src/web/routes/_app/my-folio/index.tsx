import { createFileRoute } from '@tanstack/react-router'
import { MyFolioPage } from '../../../my-folio/overview/my-folio-page.tsx'

export const Route = createFileRoute('/_app/my-folio/')({
  head: ({ match }) => ({ meta: [{ title: `My Folio · ${match.context.appName}` }] }),
  component: MyFolioPage,
})
