import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { PayoutAdvicePage } from '../../../../admin/payouts/payout-advice-page.tsx'

export const Route = createFileRoute('/_app/admin/advice/$id')({
  head: adminHead('Remittance advice'),
  component: PayoutAdvicePage,
})
