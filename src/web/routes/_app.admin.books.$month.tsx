import { createFileRoute } from '@tanstack/react-router'
import { entriesSearch } from '../admin/books/entries-search.ts'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/books/$month')({
  codeSplitGroupings: [],
  validateSearch: entriesSearch,
  ...adminScreen('Books', 'BookMonthPage'),
})
