import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/flags')({
  codeSplitGroupings: [],
  head: adminHead('Flags'),
  component: lazyRouteComponent(loadScreens, 'FlagsPage'),
})
