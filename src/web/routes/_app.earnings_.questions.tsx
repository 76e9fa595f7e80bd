import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'
import { questionsSearch } from '../earnings/searches.ts'

export const Route = createFileRoute('/_app/earnings_/questions')({
  codeSplitGroupings: [],
  validateSearch: questionsSearch,
  head: ({ match }) => ({ meta: [{ title: `Questions · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'QuestionsPage'),
})
