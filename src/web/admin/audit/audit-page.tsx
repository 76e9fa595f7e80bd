import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { AuditRow } from './audit-row.tsx'

/** The audit log, the newest entry first (docs/product/admin.md#audit-log). */
export function AuditPage() {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/audit'))
  return (
    <AdminScreen subtitle="What admins did, the newest first" width="full">
      <AdminList
        what="audit log"
        query={query}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="Nothing has been done yet">Everything an admin does is kept here.</EmptyState>
        }
      >
        {(entry) => <AuditRow entry={entry} />}
      </AdminList>
    </AdminScreen>
  )
}
