import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/advice/$id')({
  codeSplitGroupings: [],
  ...adminScreen('Remittance advice', 'PayoutAdvicePage'),
})
