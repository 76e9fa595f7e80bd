import { createFileRoute } from '@tanstack/react-router'
import { authHead } from '../account/sign-in/auth-head.ts'
import { LoginPage } from '../account/sign-in/login-page.tsx'

export const Route = createFileRoute('/login')({
  head: authHead('Log in', 'Share products, earn together'),
  component: LoginPage,
})
