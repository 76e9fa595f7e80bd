import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'
import { readOrdersSearch } from '../admin/order-list/order-search.ts'

export const Route = createFileRoute('/_app/admin/orders/')({
  codeSplitGroupings: [],
  validateSearch: readOrdersSearch,
  head: adminHead('Orders'),
  component: lazyRouteComponent(loadScreens, 'OrdersPage'),
})
