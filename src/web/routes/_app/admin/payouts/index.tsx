import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { PayoutsPage } from '../../../../admin/payouts/payouts-page.tsx'

export const Route = createFileRoute('/_app/admin/payouts/')({
  head: adminHead('Payouts'),
  component: PayoutsPage,
})
