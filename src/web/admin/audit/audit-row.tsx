import { Link } from '@tanstack/react-router'
import { momentText } from '../../format/when-text.ts'
import type { AuditEntry } from '../answers.ts'
import { auditText, reasonOf } from './audit-texts.ts'

type AuditRowProps = { entry: AuditEntry }

/** An entry of the audit log as a sentence with its reason. */
export function AuditRow({ entry }: AuditRowProps) {
  const reason = reasonOf(entry)
  const { who, before, what, after = '', link } = auditText(entry)
  return (
    <div className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] min-[80rem]:grid-cols-[9rem_minmax(0,3fr)_minmax(0,2fr)]">
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
        <p className="text-small wrap-anywhere text-ink-2 sm:row-start-2 min-[80rem]:col-start-3 min-[80rem]:row-start-1">
          “<bdi>{reason}</bdi>”
        </p>
      )}
      <time
        dateTime={entry.created_at}
        className="num text-caption/5 text-ink-3 min-[80rem]:col-start-1 min-[80rem]:row-start-1"
      >
        {momentText(entry.created_at)}
      </time>
    </div>
  )
}
