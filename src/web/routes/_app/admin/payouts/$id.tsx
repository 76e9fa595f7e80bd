import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { PayoutRunPage } from '../../../../admin/payouts/payout-run-page.tsx'

export const Route = createFileRoute('/_app/admin/payouts/$id')({
  ...adminRoute('Payout run'),
  component: PayoutRunPage,
})
