import { createFileRoute } from '@tanstack/react-router'
import { secretHead } from '../../account/sign-in/auth-head.ts'
import { StopPage } from '../../account/stop/stop-page.tsx'

export const Route = createFileRoute('/auth/stop')({
  head: secretHead('Mails from us'),
  component: StopPage,
})
