import { createFileRoute } from '@tanstack/react-router'
import { authHead } from '../account/sign-in/auth-head.ts'
import { LinkPage } from '../account/sign-in/auth-pages.ts'

export const Route = createFileRoute('/auth/link')({ head: authHead('Enter the code'), component: LinkPage })
