import { createFileRoute } from '@tanstack/react-router'
import { authHead } from '../account/auth-head.ts'
import { ForgotPage } from '../account/auth-pages.ts'

export const Route = createFileRoute('/forgot')({ head: authHead('Forgot password?'), component: ForgotPage })
