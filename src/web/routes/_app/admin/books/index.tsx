import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { BooksPage } from '../../../../admin/books/books-page.tsx'

export const Route = createFileRoute('/_app/admin/books/')({
  ...adminRoute(),
  component: BooksPage,
})
