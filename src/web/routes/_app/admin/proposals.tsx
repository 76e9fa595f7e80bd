import { createFileRoute } from '@tanstack/react-router'
import { adminRoute } from '../../../admin/admin-route.ts'
import { ProposalsPage } from '../../../admin/second/proposals-page.tsx'

export const Route = createFileRoute('/_app/admin/proposals')({
  ...adminRoute(),
  component: ProposalsPage,
})
