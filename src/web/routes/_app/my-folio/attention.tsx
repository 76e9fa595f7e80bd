import { createFileRoute } from '@tanstack/react-router'
import { AttentionPage } from '../../../my-folio/attention/attention-page.tsx'

export const Route = createFileRoute('/_app/my-folio/attention')({
  head: ({ match }) => ({ meta: [{ title: `Needs attention · ${match.context.appName}` }] }),
  component: AttentionPage,
})
