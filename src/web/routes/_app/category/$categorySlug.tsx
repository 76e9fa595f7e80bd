import { createFileRoute } from '@tanstack/react-router'
import { CategoryPage } from '../../../my-folio/categories/category-page.tsx'
import { CollectionFailed } from '../../../my-folio/collection-screen.tsx'

export const Route = createFileRoute('/_app/category/$categorySlug')({
  loader: async ({ context, params }) => {
    const { findCategory } = await import('../../../my-folio/categories/find-category.ts')
    return await findCategory(context.api, params.categorySlug)
  },
  head: ({ match, loaderData }) => ({
    meta: [{ title: `${loaderData?.name ?? 'My Folio'} · ${match.context.appName}` }],
  }),
  component: CategoryPage,
  errorComponent: CollectionFailed,
})
