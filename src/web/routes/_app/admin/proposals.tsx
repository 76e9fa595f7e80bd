import { createFileRoute } from '@tanstack/react-router'
import { adminHead } from '../../../admin/admin-head.ts'
import { ProposalsPage } from '../../../admin/second/proposals-page.tsx'

export const Route = createFileRoute('/_app/admin/proposals')({
  head: adminHead('Proposals'),
  component: ProposalsPage,
})
