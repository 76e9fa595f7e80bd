import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/tracking-ids')({
  codeSplitGroupings: [],
  head: adminHead('Tracking IDs'),
  component: lazyRouteComponent(loadScreens, 'TrackingIdsPage'),
})
