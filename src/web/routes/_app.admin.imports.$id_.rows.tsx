import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

/** Which rows are listed, by what became of them. */
type RowsSearch = { outcome?: string }

export const Route = createFileRoute('/_app/admin/imports/$id_/rows')({
  codeSplitGroupings: [],
  validateSearch: ({ outcome }: Record<string, unknown>): RowsSearch => ({
    outcome: outcome === undefined ? undefined : String(outcome),
  }),
  head: adminHead('Rows of an import'),
  component: lazyRouteComponent(loadScreens, 'ImportRowsPage'),
})
