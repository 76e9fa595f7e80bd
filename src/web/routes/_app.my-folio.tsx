import { createFileRoute } from '@tanstack/react-router'
import { MyFolioPage } from '../my-folio/my-folio-page.tsx'

type MyFolioSearch = {
  /** The chosen tile: a category's slug, or `inbox`. */
  category?: string
}

export const Route = createFileRoute('/_app/my-folio')({
  // Said in full: what a route leaves out is passed on as it came.
  validateSearch: ({ category }: { category?: unknown }): MyFolioSearch => ({
    category: typeof category === 'string' && category ? category : undefined,
  }),
  head: ({ match }) => ({ meta: [{ title: `My Folio · ${match.context.appName}` }] }),
  component: MyFolio,
})

function MyFolio() {
  return <MyFolioPage category={Route.useSearch().category} />
}
