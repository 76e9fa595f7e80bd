import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { CreatorPage } from '../../../../admin/creators/creator-page.tsx'

export const Route = createFileRoute('/_app/admin/creators/$username')({
  head: adminHead('Creator'),
  component: CreatorPage,
})
