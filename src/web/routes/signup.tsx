import { createFileRoute } from '@tanstack/react-router'
import { authHead } from '../account/sign-in/auth-head.ts'
import { SignUpPage } from '../account/sign-in/sign-up-page.tsx'

export const Route = createFileRoute('/signup')({
  head: authHead('Sign up', 'Join the social commerce revolution'),
  component: SignUpPage,
})
