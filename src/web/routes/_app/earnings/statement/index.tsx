import { createFileRoute } from '@tanstack/react-router'
import { StatementsPage } from '../../../../earnings/statements/statements-page.tsx'

export const Route = createFileRoute('/_app/earnings/statement/')({
  head: ({ match }) => ({ meta: [{ title: `Statements · ${match.context.appName}` }] }),
  component: StatementsPage,
})
