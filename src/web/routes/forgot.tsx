import { createFileRoute } from '@tanstack/react-router'
import { ForgotPage } from '../account/reset/forgot-page.tsx'
import { authHead } from '../account/sign-in/auth-head.ts'

export const Route = createFileRoute('/forgot')({ head: authHead('Forgot password?'), component: ForgotPage })
