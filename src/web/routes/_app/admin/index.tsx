import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { AdminPanel } from '../../../admin/pipeline/admin-panel.tsx'

export const Route = createFileRoute('/_app/admin/')({
  ...adminRoute(),
  component: AdminPanel,
})
