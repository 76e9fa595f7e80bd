import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { QuestionPage } from '../../../../admin/questions/question-page.tsx'

export const Route = createFileRoute('/_app/admin/questions/$id')({
  ...adminRoute('Question'),
  component: QuestionPage,
})
