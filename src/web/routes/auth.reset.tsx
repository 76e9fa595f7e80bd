import { createFileRoute } from '@tanstack/react-router'
import { secretHead } from '../account/sign-in/auth-head.ts'
import { ResetPage } from '../account/sign-in/auth-pages.ts'

export const Route = createFileRoute('/auth/reset')({
  head: secretHead('Set a new password'),
  component: ResetPage,
})
