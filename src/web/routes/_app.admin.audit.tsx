import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead } from '../admin/entry.ts'
import { loadScreens } from '../admin/load-screens.ts'

export const Route = createFileRoute('/_app/admin/audit')({
  codeSplitGroupings: [],
  head: adminHead('Audit log'),
  component: lazyRouteComponent(loadScreens, 'AuditPage'),
})
