import { createFileRoute } from '@tanstack/react-router'
import { authHead } from '../account/sign-in/auth-head.ts'
import { ForgotPage } from '../account/sign-in/auth-pages.ts'

export const Route = createFileRoute('/forgot')({ head: authHead('Forgot password?'), component: ForgotPage })
