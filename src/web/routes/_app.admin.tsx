import { createFileRoute, Outlet } from '@tanstack/react-router'
import { NotFoundPage } from '../app/default-pages.tsx'
import { notFoundHead } from '../app/link-preview.ts'

/** The admin pages; not found for everyone but admins (docs/product/admin.md#access). */
export const Route = createFileRoute('/_app/admin')({
  codeSplitGroupings: [],
  beforeLoad: async ({ context }) => {
    const { requireAdmin } = await import('../admin/access.ts')
    await requireAdmin(context.api)
    return { isAdmin: true }
  },
  head: ({ match }) => (match.status === 'notFound' ? notFoundHead(match.context) : {}),
  component: Outlet,
  notFoundComponent: NotFoundPage,
})
