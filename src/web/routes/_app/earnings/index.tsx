import { createFileRoute } from '@tanstack/react-router'
import { EarningsPage } from '../../../earnings/overview/earnings-page.tsx'
import { earningsSearch } from '../../../earnings/searches.ts'

export const Route = createFileRoute('/_app/earnings/')({
  validateSearch: earningsSearch,
  head: ({ match }) => ({ meta: [{ title: `Earnings · ${match.context.appName}` }] }),
  component: EarningsPage,
})
