import { createFileRoute } from '@tanstack/react-router'
import { CategoriesSetup } from '../../../my-folio/categories/categories-setup.tsx'

export const Route = createFileRoute('/_app/categories/setup')({
  head: ({ match }) => ({ meta: [{ title: `Manage Categories · ${match.context.appName}` }] }),
  component: CategoriesSetup,
})
