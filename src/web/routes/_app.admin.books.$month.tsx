import { createFileRoute } from '@tanstack/react-router'
import type { EntriesSearch } from '../admin/answers.ts'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/books/$month')({
  codeSplitGroupings: [],
  // The page itself validates it: code here would be part of every page's first load.
  validateSearch: (asked: EntriesSearch) => asked,
  ...adminScreen('Books', 'BookMonthPage'),
})
