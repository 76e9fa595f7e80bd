import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { PayoutsPage } from '../../../../admin/payouts/payouts-page.tsx'

export const Route = createFileRoute('/_app/admin/payouts/')({
  ...adminRoute(),
  component: PayoutsPage,
})
