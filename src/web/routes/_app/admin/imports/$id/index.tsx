import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../../../admin/admin-route.ts'
import { ImportPage } from '../../../../../admin/imports/import-page.tsx'

export const Route = createFileRoute('/_app/admin/imports/$id/')({
  ...adminRoute('Import'),
  component: ImportPage,
})
