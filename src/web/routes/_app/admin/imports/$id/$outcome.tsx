import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../../admin/admin-route.ts'
import { ImportRowsPage } from '../../../../../admin/imports/import-rows-page.tsx'

export const Route = createFileRoute('/_app/admin/imports/$id/$outcome')({
  ...adminRoute('Import'),
  component: ImportRowsPage,
})
