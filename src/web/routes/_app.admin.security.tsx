import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/security')({
  codeSplitGroupings: [],
  head: adminHead('Security'),
  component: lazyRouteComponent(loadScreens, 'SecurityPage'),
})
