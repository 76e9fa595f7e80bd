import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { BookMonthPage } from '../../../../admin/books/book-month-page.tsx'
import { entriesSearch } from '../../../../admin/books/entries-search.ts'

export const Route = createFileRoute('/_app/admin/books/$month')({
  validateSearch: entriesSearch,
  ...adminRoute('Books'),
  component: BookMonthPage,
})
