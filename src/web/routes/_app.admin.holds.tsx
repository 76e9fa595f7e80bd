import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'
import { holdsSearch } from '../admin/holds/holds-search.ts'

export const Route = createFileRoute('/_app/admin/holds')({
  codeSplitGroupings: [],
  validateSearch: holdsSearch,
  ...adminScreen('Holds', 'HoldsPage'),
})
