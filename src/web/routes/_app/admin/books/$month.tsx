import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { BookMonthPage } from '../../../../admin/books/book-month-page.tsx'
import { entriesSearch } from '../../../../admin/books/entries-search.ts'

export const Route = createFileRoute('/_app/admin/books/$month')({
  validateSearch: entriesSearch,
  head: adminHead('Books'),
  component: BookMonthPage,
})
