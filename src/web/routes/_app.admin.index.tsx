import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/')({
  codeSplitGroupings: [],
  head: adminHead('Admin Panel'),
  component: lazyRouteComponent(loadScreens, 'AdminPanel'),
})
