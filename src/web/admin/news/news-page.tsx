import { useQuery } from '@tanstack/react-query'
import { kindNames } from '../../account/notifications/kind-texts.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { numberText } from '../../format/count-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { eachMinute } from '../admin-queries.ts'
import type { SentNews } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'

/** What was sent, failed and was stopped (docs/product/admin.md#news). */
export function NewsPage() {
  const query = useQuery({ ...queryOf(useApi(), 'GET /api/v1/admin/sent-news'), ...eachMinute })
  return (
    <AdminScreen subtitle="What went out in 30 days by mail and to devices, what failed, and what people have stopped">
      {query.data && <Sent sent={query.data} />}
      {query.isPending && <RowsSkeleton label="Loading what was sent" />}
      {query.isLoadingError && (
        <AdminFailed
          error={query.error}
          message="Failed to load what was sent"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </AdminScreen>
  )
}

const number = 'num py-3 ps-3 text-end sm:ps-6'
const wayNames = { mail: 'Mail', push: 'Device' }

function Sent({ sent: { items, bouncing, bounced } }: { sent: SentNews }) {
  return (
    <div className="stack gap-5">
      {(bouncing > 0 || bounced > 0) && (
        <Banner tone="note">
          Mails do not arrive at {numberText(bouncing)} {bouncing === 1 ? 'address' : 'addresses'} now. In 30
          days that began for {numberText(bounced)}. Many at once are most likely about your mail server.
        </Banner>
      )}
      {items.length === 0 ? (
        <EmptyState title="Nothing in 30 days">Mails and messages about news are counted here.</EmptyState>
      ) : (
        <div className="surface px-4 py-1">
          <table className="w-full text-small">
            <caption className="sr-only">News sent in 30 days</caption>
            <thead className="text-caption text-ink-3">
              <tr>
                <th scope="col" className="py-2 text-start font-medium">
                  News
                </th>
                {['Sent', 'Failed', 'Stopped'].map((name) => (
                  <th key={name} scope="col" className="py-2 ps-3 text-end font-medium sm:w-24 sm:ps-6">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y border-t">
              {items.map(({ kind, way, sent, failed, stopped, stopped_by_link }) => (
                <tr key={`${kind} ${way}`}>
                  <th scope="row" className="py-3 text-start font-normal">
                    <span className="block font-medium">{kindNames[kind]}</span>
                    <span className="text-caption text-ink-3">
                      {wayNames[way]}
                      {stopped_by_link > 0 && ` · ${numberText(stopped_by_link)} stopped by a mail’s link`}
                    </span>
                  </th>
                  <td className={number}>{numberText(sent)}</td>
                  <td className={number}>{numberText(failed)}</td>
                  <td className={number}>{numberText(stopped)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
