import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { RatesPage } from '../../../admin/rates/rates-page.tsx'

export const Route = createFileRoute('/_app/admin/rates')({
  head: adminHead('Rates'),
  component: RatesPage,
})
