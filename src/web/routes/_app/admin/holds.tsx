import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { HoldsPage } from '../../../admin/holds/holds-page.tsx'
import { holdsSearch } from '../../../admin/holds/holds-search.ts'

export const Route = createFileRoute('/_app/admin/holds')({
  validateSearch: holdsSearch,
  ...adminRoute(),
  component: HoldsPage,
})
