import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { HealthPage } from '../../../admin/health/health-page.tsx'

export const Route = createFileRoute('/_app/admin/health')({
  ...adminRoute(),
  component: HealthPage,
})
