import { createFileRoute } from '@tanstack/react-router'
import { AdvicePage } from '../../../../../earnings/advice/advice-page.tsx'

export const Route = createFileRoute('/_app/earnings/payouts/$id/advice')({
  head: ({ match }) => ({ meta: [{ title: `Remittance advice · ${match.context.appName}` }] }),
  component: AdvicePage,
})
