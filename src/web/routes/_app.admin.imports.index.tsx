import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/imports/')({
  codeSplitGroupings: [],
  head: adminHead('Imports'),
  component: lazyRouteComponent(loadScreens, 'ImportsPage'),
})
