import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { FeesPage } from '../../../admin/fees/fees-page.tsx'

export const Route = createFileRoute('/_app/admin/fees')({
  head: adminHead('Fees'),
  component: FeesPage,
})
