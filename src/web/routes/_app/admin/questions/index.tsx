import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { QuestionsPage } from '../../../../admin/questions/questions-page.tsx'

export const Route = createFileRoute('/_app/admin/questions/')({
  head: adminHead('Questions'),
  component: QuestionsPage,
})
