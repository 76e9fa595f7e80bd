import { createFileRoute } from '@tanstack/react-router'
import { secretHead } from '../../account/sign-in/auth-head.ts'
import { UndoPage } from '../../account/undo/undo-page.tsx'

export const Route = createFileRoute('/auth/undo')({
  head: secretHead('Take back changes'),
  component: UndoPage,
})
