import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '../../account/reset/reset-page.tsx'
import { secretHead } from '../../account/sign-in/auth-head.ts'

export const Route = createFileRoute('/auth/reset')({
  head: secretHead('Set a new password'),
  component: ResetPage,
})
