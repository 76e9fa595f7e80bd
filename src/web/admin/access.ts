import { notFound } from '@tanstack/react-router'
import type { Api } from '../client.ts'
import { meQuery } from '../queries.ts'
import { queryClient } from '../query-client.tsx'

/** For everyone but admins the admin pages are not there (decision: /admin and its calls are not found). */
export async function requireAdmin(api: Api): Promise<void> {
  const { is_admin } = await queryClient().query(meQuery(api))
  if (!is_admin) throw notFound({ routeId: '/_app/admin' })
}
