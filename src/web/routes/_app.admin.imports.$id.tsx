import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead } from '../admin/entry.ts'
import { loadScreens } from '../admin/load-screens.ts'

export const Route = createFileRoute('/_app/admin/imports/$id')({
  codeSplitGroupings: [],
  head: adminHead('Import'),
  component: lazyRouteComponent(loadScreens, 'ImportPage'),
})
