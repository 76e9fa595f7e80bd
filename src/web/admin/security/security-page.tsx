import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { ageText } from '../../format/age-text.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { eachMinute } from '../admin-queries.ts'
import type { SecurityEvent } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'

/** How often what matters to security came lately (docs/product/admin.md#security). */
export function SecurityPage() {
  const query = useQuery({ ...queryOf(useApi(), 'GET /api/v1/admin/security-events'), ...eachMinute })
  return (
    <AdminScreen
      width="full"
      subtitle="How often each security event happened, the latest first. The server’s log says when, and to which account"
    >
      {query.data && <Events events={query.data.items} />}
      {query.isPending && <RowsSkeleton label="Loading security events" />}
      {query.isLoadingError && (
        <AdminFailed
          error={query.error}
          message="Failed to load security events"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </AdminScreen>
  )
}

function Events({ events }: { events: SecurityEvent[] }) {
  if (events.length === 0)
    return (
      <EmptyState title="Nothing in 30 days">
        Sign-ins, refusals, and changes of passwords and second steps are counted here.
      </EmptyState>
    )
  return (
    <div className="grid gap-6 min-[80rem]:grid-cols-2">
      <EventTable
        title="Refused"
        none="Nothing was refused in 30 days."
        events={events.filter(({ kind }) => kind === 'refusal')}
      />
      <EventTable
        title="Done"
        none="Nothing was done in 30 days."
        events={events.filter(({ kind }) => kind === 'act')}
      />
    </div>
  )
}

const number = 'num py-3 ps-3 text-end sm:ps-6'

type EventTableProps = { title: string; none: string; events: SecurityEvent[] }

function EventTable({ title, none, events }: EventTableProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="stack gap-3">
      <h2 id={id} className="t-heading">
        {title}
      </h2>
      {events.length === 0 ? (
        <p className="surface p-4 text-small text-ink-2">{none}</p>
      ) : (
        <div className="surface px-4 py-1">
          <table aria-labelledby={id} className="w-full text-small">
            <thead className="text-caption text-ink-3">
              <tr>
                <th scope="col" className="py-2 text-start font-medium">
                  Event
                </th>
                {['24 hours', '7 days', '30 days'].map((time) => (
                  <th key={time} scope="col" className="py-2 ps-3 text-end font-medium sm:w-24 sm:ps-6">
                    {time}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y border-t">
              {events.map((event) => (
                <EventRow key={event.name} event={event} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const viewer = useViewerTime()
  return (
    <tr>
      <th scope="row" className="py-3 text-start font-normal">
        <span className="block font-medium">{eventTexts[event.name]}</span>
        <span className="text-caption text-ink-3">
          Last <time dateTime={event.last_at}>{ageText(event.last_at, viewer)}</time>
        </span>
      </th>
      <td className={number}>{countText(event.last_24_hours)}</td>
      <td className={number}>{countText(event.last_7_days)}</td>
      <td className={number}>{countText(event.last_30_days)}</td>
    </tr>
  )
}

const countText = (count: number) => count.toLocaleString('en-US')

/** What each security event is called in plain words. */
const eventTexts: Record<SecurityEvent['name'], string> = {
  signed_up: 'Accounts created',
  sign_in: 'Sign-ins',
  sign_in_failed: 'Failed sign-ins',
  signed_out: 'Sign-outs',
  session_removed: 'Sessions ended in the profile',
  token_refused: 'Access tokens that are invalid, or of an ended session',
  refresh_refused: 'Invalid refresh tokens',
  refresh_token_reused: 'Refresh tokens reused by somebody else',
  limit_hit: 'Limits reached',
  input_refused: 'Input that no call accepts',
  permission_refused: 'Calls without permission',
  recovery_requested: 'Reset links asked for',
  reauthentication_requested: 'Codes asked for by mail',
  own_password_failed: 'Wrong passwords of people signed in',
  password_changed: 'Passwords changed',
  factor_added: 'Authenticator apps added',
  factor_removed: 'Authenticator apps removed',
  factor_shown: 'Codes of apps shown',
  factor_failed: 'Wrong codes',
  factors_drop_asked: 'Lost phones reported',
  factors_drop_cancelled: 'Reports of lost phones taken back',
  passkey_added: 'Passkeys added',
  passkey_removed: 'Passkeys removed',
  recovery_codes_made: 'Recovery codes created',
  recovery_code_used: 'Recovery codes used',
  payout_details_changed: 'Payout details changed',
  changes_taken_back: 'Changes taken back',
  account_deleted: 'Accounts deleted',
  account_suspended: 'Accounts suspended',
  account_restored: 'Accounts let back in',
  admin_act: 'Acts of admins',
}
