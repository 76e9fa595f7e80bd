import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/payouts/$id')({
  codeSplitGroupings: [],
  head: adminHead('Payout run'),
  component: lazyRouteComponent(loadScreens, 'PayoutRunPage'),
})
