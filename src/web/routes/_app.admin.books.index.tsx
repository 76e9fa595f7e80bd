import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/books/')({
  codeSplitGroupings: [],
  head: adminHead('Books'),
  component: lazyRouteComponent(loadScreens, 'BooksPage'),
})
