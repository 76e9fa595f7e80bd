import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/audit')({
  codeSplitGroupings: [],
  head: adminHead('Audit log'),
  component: lazyRouteComponent(loadScreens, 'AuditPage'),
})
