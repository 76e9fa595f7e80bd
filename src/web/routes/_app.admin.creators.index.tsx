import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/creators/')({
  codeSplitGroupings: [],
  validateSearch: (asked: { q?: string | undefined; state?: 'deleted' | undefined }) => asked,
  ...adminScreen('Creators', 'CreatorsPage'),
})
