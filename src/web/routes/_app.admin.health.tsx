import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/health')({
  codeSplitGroupings: [],
  head: adminHead('Health'),
  component: lazyRouteComponent(loadScreens, 'HealthPage'),
})
