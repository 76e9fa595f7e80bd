import { createFileRoute } from '@tanstack/react-router'
import { QuestionsPage } from '../../../earnings/questions/questions-page.tsx'
import { questionsSearch } from '../../../earnings/searches.ts'

export const Route = createFileRoute('/_app/earnings/questions')({
  validateSearch: questionsSearch,
  head: ({ match }) => ({ meta: [{ title: `Questions · ${match.context.appName}` }] }),
  component: QuestionsPage,
})
