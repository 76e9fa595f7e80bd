import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { AuditPage } from '../../../admin/audit/audit-page.tsx'

export const Route = createFileRoute('/_app/admin/audit')({
  head: adminHead('Audit log'),
  component: AuditPage,
})
