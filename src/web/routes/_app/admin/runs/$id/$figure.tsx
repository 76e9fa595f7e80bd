import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../../admin/admin-route.ts'
import { RunOrdersPage } from '../../../../../admin/runs/run-orders-page.tsx'

export const Route = createFileRoute('/_app/admin/runs/$id/$figure')({
  ...adminRoute('Orders of a run'),
  component: RunOrdersPage,
})
