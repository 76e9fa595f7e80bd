import { createFileRoute } from '@tanstack/react-router'
import { StatementPage } from '../../../../earnings/statements/statement-page.tsx'

export const Route = createFileRoute('/_app/earnings/statement/$month')({
  head: ({ match, params }) => ({
    meta: [{ title: `Statement ${params.month} · ${match.context.appName}` }],
  }),
  component: StatementPage,
})
