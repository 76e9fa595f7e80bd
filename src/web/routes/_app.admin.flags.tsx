import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

/** Which flags are listed: those that nobody has seen, unless all are asked for. */
type FlagsSearch = { state?: 'all' }

export const Route = createFileRoute('/_app/admin/flags')({
  codeSplitGroupings: [],
  validateSearch: ({ state }: Record<string, unknown>): FlagsSearch => ({
    state: state === 'all' ? state : undefined,
  }),
  head: adminHead('Flags'),
  component: lazyRouteComponent(loadScreens, 'FlagsPage'),
})
