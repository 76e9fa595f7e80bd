import { redirect } from '@tanstack/react-router'
import type { Api } from '../../api/client.ts'
import { categoriesQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.tsx'

/**
 * The category with a slug. Throws a redirect to /my-folio for an unknown one (docs/product/my-folio.md#category).
 * Rejects when the categories cannot be loaded.
 */
export async function findCategory(api: Api, slug: string) {
  const { items } = await queryClient().ensureQueryData(categoriesQuery(api))
  const category = items.find((known) => known.slug === slug)
  if (!category) throw redirect({ to: '/my-folio', replace: true })
  return category
}
