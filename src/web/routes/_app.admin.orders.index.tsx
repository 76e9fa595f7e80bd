import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'
import { ordersSearch } from '../admin/order-list/order-search.ts'

export const Route = createFileRoute('/_app/admin/orders/')({
  codeSplitGroupings: [],
  validateSearch: ordersSearch,
  ...adminScreen('Orders', 'OrdersPage'),
})
