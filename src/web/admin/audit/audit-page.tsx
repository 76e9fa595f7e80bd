import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { momentText } from '../../earnings/when-text.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'
import { type AuditEntry, auditQuery } from '../admin-queries.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { auditSentence, reasonOf } from './audit-texts.ts'

/** What admins did, and why, the newest first. */
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
  return (
    <div className="stack gap-1 p-4">
      <p className="num text-small">
        {auditSentence(entry)} <Subject entry={entry} />
      </p>
      {reason && (
        <p className="text-small text-ink-2">
          “<bdi>{reason}</bdi>”
        </p>
      )}
      <time dateTime={entry.created_at} className="num text-caption text-ink-3">
        {momentText(entry.created_at)}
      </time>
    </div>
  )
}

/** The way to what it was done to, where it has a page. */
function Subject({ entry: { action, subject } }: AuditRowProps) {
  if (action.startsWith('order.'))
    return (
      <Link to="/admin/orders/$id" params={{ id: subject }} className="link break-all">
        {subject}
      </Link>
    )
  if (action.startsWith('product.'))
    return (
      <Link to="/l/$ref" params={{ ref: subject }} className="link">
        See the product
      </Link>
    )
  if (action.startsWith('import.'))
    return (
      <Link to="/admin/imports/$id" params={{ id: subject }} className="link">
        See the import
      </Link>
    )
  return null
}
