import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pagesOf, queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { usdText } from '../../format/money-text.ts'
import { countryName, methodNames } from '../../format/payout-details-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import type { DuePayouts, PayoutRun } from '../answers.ts'
import { AdminFailed, AdminList, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'
import { nameOf } from '../parts/texts.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'
import { notDueTexts } from './due-texts.ts'
import { PayoutYears } from './payout-years.tsx'

/** Who is due, and the payout runs so far (docs/product/payouts.md#payout-runs). */
export function PayoutsPage() {
  const api = useApi()
  const runs = useInfiniteQuery(pagesOf(api, 'GET /api/v1/admin/payout-runs'))
  const draft = runs.data?.pages[0]?.items.find(({ state }) => state === 'draft')
  return (
    <AdminScreen subtitle="Who is due, and what was paid out">
      <div className="stack gap-8">
        <WhoIsDue draft={draft} canDraft={runs.data !== undefined} />
        <section aria-labelledby="runs" className="stack gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="runs" className="t-heading">
              Payout runs
            </h2>
            <Link to="/admin/books" className="link inline-flex min-h-9 items-center text-small">
              Their totals in the books
            </Link>
          </div>
          <AdminList
            what="payout runs"
            query={runs}
            keyOf={({ id }) => id}
            empty={<EmptyState title="No payouts yet">The first draft is listed here.</EmptyState>}
          >
            {(run) => <RunRow run={run} />}
          </AdminList>
        </section>
        <PayoutYears />
      </div>
    </AdminScreen>
  )
}

function WhoIsDue({ draft, canDraft }: { draft: PayoutRun | undefined; canDraft: boolean }) {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/payouts/due'))
  const { data } = query
  if (!data)
    return query.isPending ? (
      <RowsSkeleton label="Loading who is due" />
    ) : (
      <AdminFailed
        error={query.error}
        message="Failed to load who is due"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <section aria-labelledby="due" className="stack gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="due" className="t-heading">
            Who is due
          </h2>
          <p className="num text-small text-ink-2">
            {usdText(data.total)} to {counted(data.due.length, 'creator')}
          </p>
        </div>
        {!draft && data.due.length > 0 && canDraft && <DraftButton total={data.total} />}
      </div>
      {draft && (
        <p className="text-small text-ink-2">
          <Link to="/admin/payouts/$id" params={{ id: draft.id }} className="link">
            Draft {draft.number}
          </Link>{' '}
          waits to be approved. The next one can be drafted after that.
        </p>
      )}
      {data.due.length > 0 && (
        <ul aria-label="DuePayouts" className="surface divide-y overflow-hidden">
          {data.due.map((one) => (
            <li key={one.payee_id}>
              <DueRow due={one} />
            </li>
          ))}
        </ul>
      )}
      {data.due.length === 0 && <EmptyState title="Nobody is due">{whenDue(data.minimum)}</EmptyState>}
      {data.not_due.length > 0 && <NotDue items={data.not_due} />}
    </section>
  )
}

const whenDue = (minimum: number) =>
  `A creator is due with ${usdText(minimum)} or more that is posted and not paid yet, and with valid payout details.`

function DraftButton({ total }: { total: number }) {
  const { run: draft, isBusy } = useAdminAct({
    send: (api) => api('POST /api/v1/admin/payout-runs', { body: { total } }),
    done: 'Payout drafted',
    failed: 'Could not draft the payout',
  })
  return (
    <Button variant="primary" busy={isBusy} onClick={() => void draft()}>
      Draft this payout
    </Button>
  )
}

function DueRow({ due }: { due: DuePayouts['due'][number] }) {
  const { username, former, amount, method, legal_name, country, shared_with } = due
  return (
    <div className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-small font-semibold break-words">
          <CreatorLink username={username} former={former} />
        </p>
        <p dir="auto" className="text-caption break-words text-ink-2">
          {methodNames[method]} · {legal_name} · {countryName(country)}
        </p>
        {shared_with.length > 0 && (
          <p className="text-caption text-amber">
            Same account as {shared_with.map((username) => nameOf({ username })).join(', ')}
          </p>
        )}
      </div>
      <span className="num text-small font-semibold">{usdText(amount)}</span>
    </div>
  )
}

function NotDue({ items }: { items: DuePayouts['not_due'] }) {
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit items-center gap-1 rounded-sm text-small font-semibold text-ink-2">
        <Icon name="chevronRight" size={16} className="group-open:rotate-90" />
        {counted(items.length, 'other')} with a balance
      </summary>
      <ul aria-label="Not due" className="surface divide-y overflow-hidden">
        {items.map(({ payee_id, username, former, amount, why, claimant }) => (
          <li key={payee_id} className="flex items-center gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="text-small font-semibold break-words">
                <CreatorLink username={username} former={former} />
              </p>
              <p className="text-caption text-ink-2">
                {notDueTexts[why]}
                {claimant && `, @${claimant}`}
              </p>
            </div>
            <span className="num text-small">{usdText(amount)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const runStates = { draft: 'Draft', approved: 'Approved', discarded: 'Discarded' }

function RunRow({ run }: { run: PayoutRun }) {
  const { id, number, state, total, lines, attention, drafted_at, drafted_by } = run
  return (
    <Link
      to="/admin/payouts/$id"
      params={{ id }}
      className="flex min-h-15 items-center gap-4 px-4 py-3 -outline-offset-2 enabled-hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="num block text-small font-semibold">
          Payout {number}, {usdText(total)}
        </span>
        <span className="num block text-caption text-ink-2">
          {counted(lines, 'creator')} · drafted {momentDay(drafted_at)} by {nameOf({ username: drafted_by })}
        </span>
      </span>
      <span className="flex items-end gap-x-4 gap-y-1 max-sm:flex-col">
        {attention > 0 && <Badge tone="waiting">{counted(attention, 'line')} to look at</Badge>}
        <Badge tone={state === 'draft' ? 'waiting' : state === 'approved' ? 'good' : 'line'}>
          {runStates[state]}
        </Badge>
      </span>
      <Icon name="chevronRight" size={16} />
    </Link>
  )
}
