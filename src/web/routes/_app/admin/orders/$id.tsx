import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { OrderPage } from '../../../../admin/orders/order-page.tsx'

export const Route = createFileRoute('/_app/admin/orders/$id')({
  head: adminHead('Order'),
  component: OrderPage,
})
