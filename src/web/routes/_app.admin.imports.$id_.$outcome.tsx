import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/imports/$id_/$outcome')({
  codeSplitGroupings: [],
  head: adminHead('Import'),
  component: lazyRouteComponent(loadScreens, 'ImportRowsPage'),
})
