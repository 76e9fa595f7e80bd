import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead } from '../admin/entry.ts'
import { loadScreens } from '../admin/load-screens.ts'

export const Route = createFileRoute('/_app/admin/tracking-ids')({
  codeSplitGroupings: [],
  head: adminHead('Tracking IDs'),
  component: lazyRouteComponent(loadScreens, 'TrackingIdsPage'),
})
