import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { AdminPanel } from '../../../admin/pipeline/admin-panel.tsx'

export const Route = createFileRoute('/_app/admin/')({
  head: adminHead('Admin Panel'),
  component: AdminPanel,
})
