import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/receipts')({
  codeSplitGroupings: [],
  ...adminScreen('Receipts', 'ReceiptsPage'),
})
