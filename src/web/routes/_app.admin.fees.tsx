import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/fees')({
  codeSplitGroupings: [],
  ...adminScreen('Fees', 'FeesPage'),
})
