import { createFileRoute } from '@tanstack/react-router'
import { DetailsPage } from '../../../earnings/details/details-page.tsx'

export const Route = createFileRoute('/_app/earnings/details')({
  head: ({ match }) => ({ meta: [{ title: `How you are paid · ${match.context.appName}` }] }),
  component: DetailsPage,
})
