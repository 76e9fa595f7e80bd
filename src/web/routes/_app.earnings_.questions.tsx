import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../earnings/load-screens.ts'

export const Route = createFileRoute('/_app/earnings_/questions')({
  codeSplitGroupings: [],
  validateSearch: (asked: { of?: string | undefined }) => asked,
  head: ({ match }) => ({ meta: [{ title: `Questions · ${match.context.appName}` }] }),
  component: lazyRouteComponent(loadScreens, 'QuestionsPage'),
})
