import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { HoldsPage } from '../../../admin/holds/holds-page.tsx'
import { holdsSearch } from '../../../admin/holds/holds-search.ts'

export const Route = createFileRoute('/_app/admin/holds')({
  validateSearch: holdsSearch,
  head: adminHead('Holds'),
  component: HoldsPage,
})
