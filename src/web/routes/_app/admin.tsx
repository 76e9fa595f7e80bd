import { createFileRoute } from '@tanstack/react-router'
import { notFoundHead } from '../../app/link-preview.ts'
import { NotFoundPage } from '../../app/not-found-page.tsx'

/** The admin pages; not found for everyone but admins (docs/product/admin.md#access). */
export const Route = createFileRoute('/_app/admin')({
  beforeLoad: async ({ context }) => {
    const { requireAdmin } = await import('../../admin/access.ts')
    await requireAdmin(context.api)
    return { isAdmin: true }
  },
  head: ({ match }) => (match.status === 'notFound' ? notFoundHead(match.context) : {}),
  notFoundComponent: NotFoundPage,
})
