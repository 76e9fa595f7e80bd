import { createFileRoute } from '@tanstack/react-router'
import { LinkPage } from '../../account/link/link-page.tsx'
import { authHead } from '../../account/sign-in/auth-head.ts'

export const Route = createFileRoute('/auth/link')({ head: authHead('Enter the code'), component: LinkPage })
