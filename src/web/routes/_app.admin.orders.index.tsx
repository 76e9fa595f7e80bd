import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'
import type { OrdersSearch } from '../admin/order-list/order-search.ts'

export const Route = createFileRoute('/_app/admin/orders/')({
  codeSplitGroupings: [],
  // Read by the page: what reads it would otherwise be in every page's first load, since each names all routes.
  validateSearch: (asked: OrdersSearch) => asked,
  head: adminHead('Orders'),
  component: lazyRouteComponent(loadScreens, 'OrdersPage'),
})
