import { createFileRoute } from '@tanstack/react-router'
import { TransferPage } from '../../../transfer/transfer-page.tsx'

export const Route = createFileRoute('/_app/my-folio/transfer')({
  head: ({ match }) => ({ meta: [{ title: `Import and export · ${match.context.appName}` }] }),
  component: TransferPage,
})
