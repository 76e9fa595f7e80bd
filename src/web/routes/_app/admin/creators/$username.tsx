import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { CreatorPage } from '../../../../admin/creators/creator-page.tsx'

export const Route = createFileRoute('/_app/admin/creators/$username')({
  ...adminRoute('Creator'),
  component: CreatorPage,
})
