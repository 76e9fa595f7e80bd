import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../../admin/admin-head.ts'
import { ImportPage } from '../../../../../admin/imports/import-page.tsx'

export const Route = createFileRoute('/_app/admin/imports/$id/')({
  head: adminHead('Import'),
  component: ImportPage,
})
