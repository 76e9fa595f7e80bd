import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { OrderPage } from '../../../../admin/orders/order-page.tsx'

export const Route = createFileRoute('/_app/admin/orders/$id')({
  ...adminRoute('Order'),
  component: OrderPage,
})
