import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { NewsPage } from '../../../admin/news/news-page.tsx'

export const Route = createFileRoute('/_app/admin/news')({
  ...adminRoute(),
  component: NewsPage,
})
