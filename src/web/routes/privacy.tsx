import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../legal/privacy-page.tsx'

export const Route = createFileRoute('/privacy')({
  head: ({ match }) => ({
    meta: [
      { title: `Privacy Policy · ${match.context.appName}` },
      // For search engines alone, so that no first visit loads it.
      ...(import.meta.env.SSR
        ? [
            {
              name: 'description',
              content: `What ${match.context.appName} stores about you, and what it does not.`,
            },
          ]
        : []),
    ],
  }),
  component: PrivacyPage,
})
