import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../my-folio/load-screens.ts'

export const Route = createFileRoute('/_app/category/$categorySlug')({
  codeSplitGroupings: [],
  loader: async ({ context, params }) => (await loadScreens()).findCategory(context.api, params.categorySlug),
  head: ({ match, loaderData }) => ({
    meta: [{ title: `${loaderData?.name ?? 'My Folio'} · ${match.context.appName}` }],
  }),
  component: lazyRouteComponent(loadScreens, 'CategoryPage'),
  errorComponent: lazyRouteComponent(loadScreens, 'CollectionFailed'),
})
