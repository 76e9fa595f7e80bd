import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { nextPayoutStates } from '../../../shared/payouts/states.ts'
import { pagesOf, queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { stateTexts } from '../../earnings/payouts/payout-texts.ts'
import { usdText } from '../../format/money-text.ts'
import { momentDay, momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { PayoutLine, PayoutRunWithFiles } from '../answers.ts'
import { AuditRow } from '../audit/audit-row.tsx'
import { ShortList } from '../creators/short-list.tsx'
import { AdminFailed, AdminList, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'
import { Stats } from '../parts/facts.tsx'
import { nameOf } from '../parts/texts.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'
import { DroppedLines } from './dropped-lines.tsx'
import { ImportResults } from './import-results.tsx'
import { PayoutAttention } from './payout-attention.tsx'
import { PayoutBatches } from './payout-batches.tsx'
import { PayoutFiles } from './payout-files.tsx'

const AnswerLine = lazyPart(() => import('./answer-line.tsx'))
const DiscardRun = lazyPart(() => import('./discard-run.tsx'))
const LineResult = lazyPart(() => import('./line-result.tsx'))

const route = getRouteApi('/_app/admin/payouts/$id')

/** A payout run: what is to be done with it, its files and its lines (docs/product/payouts.md#payout-runs). */
export function PayoutRunPage() {
  const { id } = route.useParams()
  const api = useApi()
  const query = useQuery(queryOf(api, 'GET /api/v1/admin/payout-runs/:id', { params: { id } }))
  const { data } = query
  return (
    <AdminScreen title={data ? `Payout ${data.number}` : 'Payout'} back="/admin/payouts">
      {data ? (
        <Run run={data} />
      ) : query.isPending ? (
        <RowsSkeleton label="Loading the payout" />
      ) : (
        <AdminFailed
          error={query.error}
          message="Failed to load the payout"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </AdminScreen>
  )
}

function Run({ run }: { run: PayoutRunWithFiles }) {
  const [asked, setAsked] = useState<PayoutLine | null>(null)
  const [corrected, setCorrected] = useState<PayoutLine | null>(null)
  const lines = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/payout-runs/:id/lines', { params: { id: run.id } }),
  )
  const { states } = run
  const back = (states.failed ?? 0) + (states.returned ?? 0) + (states.cancelled ?? 0)
  return (
    <div className="stack gap-6">
      <section aria-label="Payout" className="surface stack gap-4 p-4">
        <Stats
          figures={[
            ['Total', usdText(run.total)],
            ['Creators', run.lines],
            ['Paid', states.paid ?? 0],
            ['Came back', back],
          ]}
        />
        <p className="text-small text-ink-2">{history(run)}</p>
        <Acts run={run} />
      </section>
      {run.attention > 0 && <PayoutAttention runId={run.id} />}
      {run.dropped > 0 && <DroppedLines runId={run.id} />}
      {run.state === 'approved' && <PayoutBatches runId={run.id} />}
      {run.files.length > 0 && <PayoutFiles files={run.files} />}
      {run.state !== 'discarded' && <ActsAlone runId={run.id} />}
      <section aria-labelledby="lines" className="stack gap-3">
        <h2 id="lines" className="t-heading">
          Creators
        </h2>
        <AdminList what="creators" query={lines} keyOf={({ id }) => id} empty={null}>
          {(line) => (
            <LineRow line={line} onResult={() => setAsked(line)} onCorrect={() => setCorrected(line)} />
          )}
        </AdminList>
      </section>
      {asked && <LineResult line={asked} onClose={() => setAsked(null)} />}
      {corrected && <AnswerLine line={corrected} onClose={() => setCorrected(null)} />}
    </div>
  )
}

function history({ state, drafted_by, drafted_at, decided_by, decided_at }: PayoutRunWithFiles): string {
  const drafted = `Drafted by ${nameOf({ username: drafted_by })} on ${momentDay(drafted_at)}`
  if (state === 'draft' || !decided_at) return `${drafted}. Nothing is booked yet.`
  return `${drafted}, ${state} by ${nameOf({ username: decided_by })} on ${momentText(decided_at)}.`
}

/** What can be done with a run in its state. */
function Acts({ run: { id, state, states } }: { run: PayoutRunWithFiles }) {
  const [isDiscarding, setDiscarding] = useState(false)
  const approving = useAdminAct({
    send: (api) => api('POST /api/v1/admin/payout-runs/:id/approve', { params: { id } }),
    done: 'Payout approved',
    failed: 'Could not approve the payout',
  })
  const sending = useAdminAct({
    send: (api) => api('POST /api/v1/admin/payout-runs/:id/sent', { params: { id } }),
    done: 'Noted as sent',
    failed: 'Could not note it',
  })
  const isBusy = approving.isBusy || sending.isBusy
  if (state === 'discarded') return null
  if (state === 'draft')
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isBusy} onClick={() => void approving.run()}>
          Approve
        </Button>
        <Button disabled={isBusy} onClick={() => setDiscarding(true)}>
          Discard
        </Button>
        {isDiscarding && <DiscardRun id={id} onClose={() => setDiscarding(false)} />}
      </div>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {(states.approved ?? 0) > 0 && (
        <Button variant="primary" busy={isBusy} onClick={() => void sending.run()}>
          I have sent the files
        </Button>
      )}
      <ImportResults id={id} />
    </div>
  )
}

type LineRowProps = { line: PayoutLine; onResult: () => void; onCorrect: () => void }

function LineRow({ line, onResult, onCorrect }: LineRowProps) {
  const { id, reference, username, former, amount, state, state_at, reason, provider_reference, is_own } =
    line
  const { attention, answers, paid } = line
  const { text, tone } = stateTexts[state]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="num text-small font-semibold">
          {usdText(amount)}{' '}
          <span className="font-normal text-ink-2">
            <CreatorLink username={username} former={former} />
          </span>
        </p>
        <p className="num text-caption break-words text-ink-2">
          {[reference, provider_reference, momentDay(state_at)].filter(Boolean).join(' · ')}
          {state !== 'draft' && (
            <>
              {' · '}
              <Link to="/admin/advice/$id" params={{ id }} className="link">
                Advice<span className="sr-only"> of {reference}</span>
              </Link>
            </>
          )}
        </p>
        {reason && (
          <p dir="auto" className="text-caption break-words text-ink-2">
            {reason}
          </p>
        )}
        {paid !== null && (
          <p className="num text-caption text-ink-2">
            An admin has answered: {usdText(paid)} was paid in all
          </p>
        )}
        {attention.length > 0 && (
          <p className="text-caption text-amber">The provider reports something else. Please answer above.</p>
        )}
      </div>
      {is_own && <Badge tone="waiting">Approved by themselves</Badge>}
      <Badge tone={tone}>{text}</Badge>
      {answers > 0 && attention.length === 0 && (
        <Button size="sm" onClick={onCorrect}>
          Correct<span className="sr-only"> what was paid of {reference}</span>
        </Button>
      )}
      {nextPayoutStates[state] && attention.length === 0 && answers === 0 && (
        <Button size="sm" onClick={onResult}>
          Result<span className="sr-only"> of {reference}</span>
        </Button>
      )}
    </div>
  )
}

type ActsAloneProps = { runId: string }

/** What admins did alone and no payout run has shown before (docs/product/admin.md#a-second-admin). */
export function ActsAlone({ runId }: ActsAloneProps) {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/payout-runs/:id/acts', { params: { id: runId } }),
  )
  return (
    <section aria-labelledby="alone" className="stack gap-3">
      <h2 id="alone" className="t-heading">
        Done by one admin alone
      </h2>
      <p className="text-small text-ink-2">
        Adjustments, assignments and similar acts since the previous payout that no second admin agreed to.
      </p>
      <ShortList what="what one admin did alone" query={query} keyOf={({ id }) => id} none="None">
        {(entry) => <AuditRow entry={entry} />}
      </ShortList>
    </section>
  )
}
