import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { ChipBar } from '../../ui/list/chip-bar.tsx'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { CaseRow } from './case-row.tsx'

const states = [
  { value: 'open', label: 'To decide' },
  { value: 'all', label: 'All' },
] as const

/** The cases: what people reported, with buttons to decide (docs/product/admin.md#reports-of-people). */
export function ReportsPage() {
  const [state, setState] = useState<'open' | 'all'>('open')
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/reports', { query: { state } }))
  return (
    <AdminScreen subtitle="What people reported. Nothing is hidden before you decide">
      <div className="pb-4">
        <ChipBar label="State" items={states} value={state} onChange={setState} />
      </div>
      <AdminList
        what="reports"
        query={query}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="Nothing to decide">
            {state === 'open'
              ? 'Reports of items, lists and profiles are listed here.'
              : 'What was reported or decided on is listed here.'}
          </EmptyState>
        }
      >
        {(one) => <CaseRow one={one} />}
      </AdminList>
    </AdminScreen>
  )
}
