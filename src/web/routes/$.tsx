import { createFileRoute, notFound } from '@tanstack/react-router'

/** Every path that no other route has: without it, a path that begins like a page would be taken for its part. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: ({ match }) => ({
    meta: [{ title: `Page not found · ${match.context.appName}` }, { name: 'robots', content: 'noindex' }],
  }),
})
