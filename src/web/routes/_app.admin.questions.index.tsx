import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/questions/')({
  codeSplitGroupings: [],
  head: adminHead('Questions'),
  component: lazyRouteComponent(loadScreens, 'QuestionsPage'),
})
