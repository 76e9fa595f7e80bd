import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { SecurityPage } from '../../../admin/security/security-page.tsx'

export const Route = createFileRoute('/_app/admin/security')({
  head: adminHead('Security'),
  component: SecurityPage,
})
