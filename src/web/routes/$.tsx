import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '../app/link-preview.ts'

/** Any other path. Without this route, the router would match a path to the page whose address it begins with. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: ({ match }) => notFoundHead(match.context),
})
