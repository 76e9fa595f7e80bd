import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../../admin/admin-head.ts'
import { RunOrdersPage } from '../../../../../admin/runs/run-orders-page.tsx'

export const Route = createFileRoute('/_app/admin/runs/$id/$figure')({
  head: adminHead('Orders of a run'),
  component: RunOrdersPage,
})
