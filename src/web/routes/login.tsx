import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../account/login-page.tsx'

export const Route = createFileRoute('/login')({
  head: ({ match }) => ({
    meta: [
      { title: `Log in · ${match.context.appName}` },
      { name: 'description', content: 'Share products, earn together' },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: LoginPage,
})
