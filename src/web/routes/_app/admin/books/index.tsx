import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { BooksPage } from '../../../../admin/books/books-page.tsx'

export const Route = createFileRoute('/_app/admin/books/')({
  head: adminHead('Books'),
  component: BooksPage,
})
