import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { HealthPage } from '../../../admin/health/health-page.tsx'

export const Route = createFileRoute('/_app/admin/health')({
  head: adminHead('Health'),
  component: HealthPage,
})
