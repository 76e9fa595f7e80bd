import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../../../admin/admin-head.ts'
import { ImportRowsPage } from '../../../../../admin/imports/import-rows-page.tsx'

export const Route = createFileRoute('/_app/admin/imports/$id/$outcome')({
  head: adminHead('Import'),
  component: ImportRowsPage,
})
