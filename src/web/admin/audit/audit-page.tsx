import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { momentText } from '../../earnings/when-text.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'
import { type AuditEntry, auditQuery } from '../admin-queries.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { auditText, reasonOf } from './audit-texts.ts'

/** The audit log, the newest entry first (docs/product/admin.md#audit-log). */
export function AuditPage() {
  const query = useInfiniteQuery(auditQuery(useApi()))
  return (
    <AdminScreen title="Audit log" subtitle="What admins did, the newest first">
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

type AuditRowProps = { entry: AuditEntry }

function AuditRow({ entry }: AuditRowProps) {
  const reason = reasonOf(entry)
  const { who, before, what, after = '', link } = auditText(entry)
  return (
    <div className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="num text-small wrap-anywhere">
        {who} {before}
        {what && ' '}
        {what && link ? (
          <Link {...link} className="link">
            <bdi>{what}</bdi>
          </Link>
        ) : (
          <bdi>{what}</bdi>
        )}
        {after}.
        {entry.action === 'report.dismiss' && (
          <>
            {' '}
            <Link to="/admin/reports" className="link">
              Reports
            </Link>
          </>
        )}
      </p>
      {reason && (
        <p className="text-small wrap-anywhere text-ink-2 sm:row-start-2">
          “<bdi>{reason}</bdi>”
        </p>
      )}
      <time dateTime={entry.created_at} className="num text-caption/5 text-ink-3">
        {momentText(entry.created_at)}
      </time>
    </div>
  )
}
