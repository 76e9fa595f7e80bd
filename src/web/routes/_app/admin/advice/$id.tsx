import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { PayoutAdvicePage } from '../../../../admin/payouts/payout-advice-page.tsx'

export const Route = createFileRoute('/_app/admin/advice/$id')({
  ...adminRoute('Remittance advice'),
  component: PayoutAdvicePage,
})
