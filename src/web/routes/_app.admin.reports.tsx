import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/reports')({
  codeSplitGroupings: [],
  head: adminHead('Reports'),
  component: lazyRouteComponent(loadScreens, 'ReportsPage'),
})
