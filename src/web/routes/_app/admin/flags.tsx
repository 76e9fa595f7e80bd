import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { FlagsPage } from '../../../admin/flags/flags-page.tsx'

export const Route = createFileRoute('/_app/admin/flags')({
  head: adminHead('Flags'),
  component: FlagsPage,
})
