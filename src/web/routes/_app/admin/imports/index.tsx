import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { ImportsPage } from '../../../../admin/imports/imports-page.tsx'

export const Route = createFileRoute('/_app/admin/imports/')({
  head: adminHead('Imports'),
  component: ImportsPage,
})
