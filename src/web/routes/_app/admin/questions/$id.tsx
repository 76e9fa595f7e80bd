import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { QuestionPage } from '../../../../admin/questions/question-page.tsx'

export const Route = createFileRoute('/_app/admin/questions/$id')({
  head: adminHead('Question'),
  component: QuestionPage,
})
