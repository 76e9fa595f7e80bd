import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { ReportsPage } from '../../../admin/reports/reports-page.tsx'

export const Route = createFileRoute('/_app/admin/reports')({
  head: adminHead('Reports'),
  component: ReportsPage,
})
