import { createFileRoute } from '@tanstack/react-router'
import { InboxPage } from '../../my-folio/inbox/inbox-page.tsx'

export const Route = createFileRoute('/_app/inbox')({
  head: ({ match }) => ({ meta: [{ title: `Inbox · ${match.context.appName}` }] }),
  component: InboxPage,
})
