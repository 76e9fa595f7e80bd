import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { TrackingIdsPage } from '../../../admin/tracking/tracking-ids-page.tsx'

export const Route = createFileRoute('/_app/admin/tracking-ids')({
  head: adminHead('Tracking IDs'),
  component: TrackingIdsPage,
})
