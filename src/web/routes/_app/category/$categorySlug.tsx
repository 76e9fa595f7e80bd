import { createFileRoute } from '@tanstack/react-router'
import { CategoryPage } from '../../../my-folio/categories/category-page.tsx'
import { findCategory } from '../../../my-folio/categories/find-category.ts'
import { CollectionFailed } from '../../../my-folio/collection-screen.tsx'

export const Route = createFileRoute('/_app/category/$categorySlug')({
  // With its loader, which no other page needs.
  codeSplitGroupings: [
    ['component', 'pendingComponent', 'loader'],
    ['errorComponent', 'notFoundComponent'],
  ],
  loader: ({ context, params }) => findCategory(context.api, params.categorySlug),
  head: ({ match, loaderData }) => ({
    meta: [{ title: `${loaderData?.name ?? 'My Folio'} · ${match.context.appName}` }],
  }),
  component: CategoryPage,
  errorComponent: CollectionFailed,
})
