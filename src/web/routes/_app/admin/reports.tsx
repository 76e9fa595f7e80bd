import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { ReportsPage } from '../../../admin/reports/reports-page.tsx'

export const Route = createFileRoute('/_app/admin/reports')({
  ...adminRoute(),
  component: ReportsPage,
})
