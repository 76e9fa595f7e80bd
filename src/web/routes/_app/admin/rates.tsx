import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { RatesPage } from '../../../admin/rates/rates-page.tsx'

export const Route = createFileRoute('/_app/admin/rates')({
  ...adminRoute(),
  component: RatesPage,
})
