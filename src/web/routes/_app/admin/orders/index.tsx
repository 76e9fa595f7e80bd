import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { ordersSearch } from '../../../../admin/order-list/order-search.ts'
import { OrdersPage } from '../../../../admin/order-list/orders-page.tsx'

export const Route = createFileRoute('/_app/admin/orders/')({
  validateSearch: ordersSearch,
  ...adminRoute(),
  component: OrdersPage,
})
