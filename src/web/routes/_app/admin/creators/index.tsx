import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../admin/admin-head.ts'
import { CreatorsPage } from '../../../../admin/creators/creators-page.tsx'
import { creatorsSearch } from '../../../../admin/creators/creators-search.ts'

export const Route = createFileRoute('/_app/admin/creators/')({
  validateSearch: creatorsSearch,
  head: adminHead('Creators'),
  component: CreatorsPage,
})
