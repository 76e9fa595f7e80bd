import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/rates')({
  codeSplitGroupings: [],
  ...adminScreen('Rates', 'RatesPage'),
})
