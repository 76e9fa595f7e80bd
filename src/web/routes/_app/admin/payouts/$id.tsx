import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { PayoutRunPage } from '../../../../admin/payouts/payout-run-page.tsx'

export const Route = createFileRoute('/_app/admin/payouts/$id')({
  head: adminHead('Payout run'),
  component: PayoutRunPage,
})
