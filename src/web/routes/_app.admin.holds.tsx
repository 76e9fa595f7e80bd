import { createFileRoute } from '@tanstack/react-router'
import { adminScreen } from '../admin/entry.ts'
import type { HoldsSearch } from '../admin/holds/holds-search.ts'

export const Route = createFileRoute('/_app/admin/holds')({
  codeSplitGroupings: [],
  // The page itself validates it: code here would be part of every page's first load.
  validateSearch: (asked: HoldsSearch) => asked,
  ...adminScreen('Holds', 'HoldsPage'),
})
