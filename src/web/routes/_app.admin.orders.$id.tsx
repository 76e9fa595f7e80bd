import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/orders/$id')({
  codeSplitGroupings: [],
  head: adminHead('Order'),
  component: lazyRouteComponent(loadScreens, 'OrderPage'),
})
