import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../admin/admin-route.ts'
import { CreatorsPage } from '../../../../admin/creators/creators-page.tsx'
import { creatorsSearch } from '../../../../admin/creators/creators-search.ts'

export const Route = createFileRoute('/_app/admin/creators/')({
  validateSearch: creatorsSearch,
  ...adminRoute(),
  component: CreatorsPage,
})
