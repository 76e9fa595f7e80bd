import { createFileRoute } from '@tanstack/react-router'
import { resetHead } from '../account/auth-head.ts'
import { ResetPage } from '../account/auth-pages.ts'

export const Route = createFileRoute('/auth/reset')({ head: resetHead, component: ResetPage })
