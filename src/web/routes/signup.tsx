import { createFileRoute } from '@tanstack/react-router'
import { SignUpPage } from '../account/sign-up-page.tsx'

export const Route = createFileRoute('/signup')({
  head: ({ match }) => ({
    meta: [
      { title: `Sign up · ${match.context.appName}` },
      { name: 'description', content: 'Join the social commerce revolution' },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: SignUpPage,
})
