import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { FeesPage } from '../../../admin/fees/fees-page.tsx'

export const Route = createFileRoute('/_app/admin/fees')({
  ...adminRoute(),
  component: FeesPage,
})
