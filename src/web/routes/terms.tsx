import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '../legal/terms-page.tsx'

export const Route = createFileRoute('/terms')({
  head: ({ match }) => ({
    meta: [
      { title: `Terms of Service · ${match.context.appName}` },
      // For search engines alone, so that no first visit loads it.
      ...(import.meta.env.SSR
        ? [
            {
              name: 'description',
              content: `What you and ${match.context.appName} may expect of each other.`,
            },
          ]
        : []),
    ],
  }),
  component: TermsPage,
})
