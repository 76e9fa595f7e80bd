import { createFileRoute } from '@tanstack/react-router'
import { OwnPayoutsPage } from '../../../../earnings/payouts/own-payouts-page.tsx'

export const Route = createFileRoute('/_app/earnings/payouts/')({
  head: ({ match }) => ({ meta: [{ title: `Payouts · ${match.context.appName}` }] }),
  component: OwnPayoutsPage,
})
