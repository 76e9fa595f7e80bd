import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/creators/$username')({
  codeSplitGroupings: [],
  head: adminHead('Creator'),
  component: lazyRouteComponent(loadScreens, 'CreatorPage'),
})
