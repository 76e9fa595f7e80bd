import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { SecurityPage } from '../../../admin/security/security-page.tsx'

export const Route = createFileRoute('/_app/admin/security')({
  ...adminRoute(),
  component: SecurityPage,
})
