import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { QuestionsPage } from '../../../../admin/questions/questions-page.tsx'

export const Route = createFileRoute('/_app/admin/questions/')({
  ...adminRoute(),
  component: QuestionsPage,
})
