import { createFileRoute } from '@tanstack/react-router'
import { OwnPayoutPage } from '../../../../../earnings/payouts/own-payout-page.tsx'

export const Route = createFileRoute('/_app/earnings/payouts/$id/')({
  head: ({ match }) => ({ meta: [{ title: `Payout · ${match.context.appName}` }] }),
  component: OwnPayoutPage,
})
