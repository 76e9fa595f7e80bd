import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'
import type { OrdersSearch } from '../admin/order-list/order-search.ts'

export const Route = createFileRoute('/_app/admin/orders/')({
  codeSplitGroupings: [],
  // The page itself validates it: code here would be part of every page's first load.
  validateSearch: (asked: OrdersSearch) => asked,
  ...adminScreen('Orders', 'OrdersPage'),
})
