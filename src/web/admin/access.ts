import { notFound, redirect } from '@tanstack/react-router'
import type { Api } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { queryClient } from '../api/query-client.tsx'

/**
 * Guards the admin pages: throws "not found" for everyone but admins (docs/product/admin.md#access). An admin who must
 * set up a second step first is redirected to the page for that, which says why (decision 100).
 */
export async function requireAdmin(api: Api): Promise<void> {
  const { is_admin, owes_two_steps } = await queryClient().query(meQuery(api))
  if (!is_admin) throw notFound({ routeId: '/_app/admin' })
  if (owes_two_steps) throw redirect({ to: '/profile/sign-in', hash: 'two-step', replace: true })
}
