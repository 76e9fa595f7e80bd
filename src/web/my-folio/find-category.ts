import { redirect } from '@tanstack/react-router'
import type { Api } from '../client.ts'
import { categoriesQuery } from '../queries.ts'
import { queryClient } from '../query-client.tsx'

/** The category with a slug; an unknown one leads to /my-folio (spec section 2). Rejects when it cannot be asked. */
export async function findCategory(api: Api, slug: string) {
  const { items } = await queryClient().ensureQueryData(categoriesQuery(api))
  const category = items.find((known) => known.slug === slug)
  if (!category) throw redirect({ to: '/my-folio', replace: true })
  return category
}
