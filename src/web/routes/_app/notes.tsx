import { createFileRoute } from '@tanstack/react-router'
import { NotesPage } from '../../notes/notes-page.tsx'

export const Route = createFileRoute('/_app/notes')({
  head: ({ match }) => ({ meta: [{ title: `Notes · ${match.context.appName}` }] }),
  component: NotesPage,
})
