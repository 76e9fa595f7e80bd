import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Segmented } from '../../ui/list/segmented.tsx'
import type { Proposal } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { ProposalRow } from './proposal-row.tsx'

const RefuseProposal = lazyPart(() => import('./refuse-proposal.tsx'))

const states = [
  { value: 'open', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
] as const

/** What waits for a second admin (docs/product/admin.md#a-second-admin). */
export function ProposalsPage() {
  const [state, setState] = useState<'open' | 'decided'>('open')
  const [refusing, setRefusing] = useState<Proposal | null>(null)
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/proposals', { query: { state } }))
  return (
    <AdminScreen subtitle="What one admin may not do alone">
      <div className="pb-4">
        <Segmented label="Which proposals" segments={states} value={state} onChange={setState} />
      </div>
      <AdminList
        what="proposals"
        query={query}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={state === 'open' ? 'Nothing waits' : 'Nothing was decided yet'}>
            An act on an admin’s own money, or on a large amount, is proposed to a second admin.
          </EmptyState>
        }
      >
        {(proposal) => <ProposalRow proposal={proposal} onRefuse={() => setRefusing(proposal)} />}
      </AdminList>
      {refusing && <RefuseProposal proposal={refusing} onClose={() => setRefusing(null)} />}
    </AdminScreen>
  )
}
