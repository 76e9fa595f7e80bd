import { notFound, redirect } from '@tanstack/react-router'
import type { Api } from '../client.ts'
import { meQuery } from '../queries.ts'
import { queryClient } from '../query-client.tsx'

/**
 * For everyone but admins the admin pages are not there (docs/product/admin.md#access). Who is one, and has
 * yet to show a second step, is led to where it is set up, which says why (decision 52).
 */
export async function requireAdmin(api: Api): Promise<void> {
  const { is_admin, owes_two_steps } = await queryClient().query(meQuery(api))
  if (!is_admin) throw notFound({ routeId: '/_app/admin' })
  if (owes_two_steps) throw redirect({ to: '/profile', hash: 'two-step', replace: true })
}
