import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead } from '../admin/entry.ts'
import { loadScreens } from '../admin/load-screens.ts'

export const Route = createFileRoute('/_app/admin/')({
  codeSplitGroupings: [],
  head: adminHead('Admin Panel'),
  component: lazyRouteComponent(loadScreens, 'AdminPanel'),
})
