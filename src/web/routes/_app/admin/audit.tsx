import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { AuditPage } from '../../../admin/audit/audit-page.tsx'

export const Route = createFileRoute('/_app/admin/audit')({
  ...adminRoute(),
  component: AuditPage,
})
