import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/questions/$id')({
  codeSplitGroupings: [],
  head: adminHead('Question'),
  component: lazyRouteComponent(loadScreens, 'QuestionPage'),
})
