import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { ordersSearch } from '../../../../admin/order-list/order-search.ts'
import { OrdersPage } from '../../../../admin/order-list/orders-page.tsx'

export const Route = createFileRoute('/_app/admin/orders/')({
  validateSearch: ordersSearch,
  head: adminHead('Orders'),
  component: OrdersPage,
})
