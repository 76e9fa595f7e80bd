import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { TrackingIdsPage } from '../../../admin/tracking/tracking-ids-page.tsx'

export const Route = createFileRoute('/_app/admin/tracking-ids')({
  ...adminRoute(),
  component: TrackingIdsPage,
})
