import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { EntriesSearch } from '../admin/books/book-queries.ts'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/books/$month')({
  codeSplitGroupings: [],
  // The page itself validates it: code here would be part of every page's first load.
  validateSearch: (asked: EntriesSearch) => asked,
  head: adminHead('Books'),
  component: lazyRouteComponent(loadScreens, 'BookMonthPage'),
})
