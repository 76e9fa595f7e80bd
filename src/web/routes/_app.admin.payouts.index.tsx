import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/payouts/')({
  codeSplitGroupings: [],
  head: adminHead('Payouts'),
  component: lazyRouteComponent(loadScreens, 'PayoutsPage'),
})
