import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/runs/$id/$figure')({
  codeSplitGroupings: [],
  head: adminHead('Orders of a run'),
  component: lazyRouteComponent(loadScreens, 'RunOrdersPage'),
})
