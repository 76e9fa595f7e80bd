import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../legal/privacy-page.tsx'

export const Route = createFileRoute('/privacy')({
  head: ({ match }) => ({
    meta: [
      { title: `Privacy Policy · ${match.context.appName}` },
      {
        name: 'description',
        content: `What ${match.context.appName} stores about you, and what it does not.`,
      },
    ],
  }),
  component: PrivacyPage,
})
