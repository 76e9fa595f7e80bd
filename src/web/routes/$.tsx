import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '../app/link-preview.ts'

/** Every path that no other route has: without it, a path that begins like a page would be taken for its part. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: ({ match }) => notFoundHead(match.context),
})
