import { createFileRoute, Outlet } from '@tanstack/react-router'
import { NotFoundPage } from '../app/default-pages.tsx'

/** The admin's pages, for admins alone: to everyone else they are not there. */
export const Route = createFileRoute('/_app/admin')({
  codeSplitGroupings: [],
  beforeLoad: async ({ context }) => {
    const { requireAdmin } = await import('../admin/access.ts')
    await requireAdmin(context.api)
    return { isAdmin: true }
  },
  head: ({ match }) => ({
    meta: match.status === 'notFound' ? [{ title: `Page not found · ${match.context.appName}` }] : [],
  }),
  component: Outlet,
  notFoundComponent: NotFoundPage,
})
