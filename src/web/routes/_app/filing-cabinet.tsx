import { createFileRoute } from '@tanstack/react-router'
import { FilingCabinet } from '../../my-folio/categories/filing-cabinet.tsx'

export const Route = createFileRoute('/_app/filing-cabinet')({
  head: ({ match }) => ({ meta: [{ title: `Filing Cabinet · ${match.context.appName}` }] }),
  component: FilingCabinet,
})
