import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { ImportsPage } from '../../../../admin/imports/imports-page.tsx'

export const Route = createFileRoute('/_app/admin/imports/')({
  ...adminRoute(),
  component: ImportsPage,
})
