import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/runs/$id/$figure')({
  codeSplitGroupings: [],
  ...adminScreen('Orders of a run', 'RunOrdersPage'),
})
