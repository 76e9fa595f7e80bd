import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { ReceiptsPage } from '../../../admin/receipts/receipts-page.tsx'

export const Route = createFileRoute('/_app/admin/receipts')({
  ...adminRoute(),
  component: ReceiptsPage,
})
