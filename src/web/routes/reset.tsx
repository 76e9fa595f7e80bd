import { createFileRoute } from '@tanstack/react-router'
import { resetHead } from '../account/sign-in/auth-head.ts'
import { ResetPage } from '../account/sign-in/auth-pages.ts'

export const Route = createFileRoute('/reset')({ head: resetHead, component: ResetPage })
