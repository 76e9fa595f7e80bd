import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/creators/')({
  codeSplitGroupings: [],
  validateSearch: (asked: { q?: string | undefined }) => asked,
  head: adminHead('Creators'),
  component: lazyRouteComponent(loadScreens, 'CreatorsPage'),
})
