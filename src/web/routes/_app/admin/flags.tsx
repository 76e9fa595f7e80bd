import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { FlagsPage } from '../../../admin/flags/flags-page.tsx'

export const Route = createFileRoute('/_app/admin/flags')({
  ...adminRoute(),
  component: FlagsPage,
})
