import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { ReceiptsPage } from '../../../admin/receipts/receipts-page.tsx'

export const Route = createFileRoute('/_app/admin/receipts')({
  head: adminHead('Receipts'),
  component: ReceiptsPage,
})
