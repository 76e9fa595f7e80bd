import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { onQuestion } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { usdText } from '../../format/money-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { AdminFailed } from '../parts/admin-list.tsx'
import { nameOf } from '../parts/texts.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'

type Batch = AnswerOf<'GET /api/v1/admin/payout-runs/:id/batches'>['items'][number]

const states: Record<Batch['state'], { text: string; tone: 'good' | 'waiting' | 'neutral' | 'line' }> = {
  sending: { text: 'Being sent', tone: 'waiting' },
  sent: { text: 'PayPal has it', tone: 'neutral' },
  settled: { text: 'Settled', tone: 'good' },
  refused: { text: 'Refused', tone: 'line' },
  lost: { text: 'Look at PayPal', tone: 'waiting' },
}

/** What of a run goes by PayPal's API; nothing where none is set up (docs/product/payouts.md#sending-by-paypal). */
export function PayoutBatches({ runId }: { runId: string }) {
  const query = useQuery(
    queryOf(useApi(), 'GET /api/v1/admin/payout-runs/:id/batches', { params: { id: runId } }),
  )
  if (query.isError)
    return (
      <AdminFailed
        error={query.error}
        message="Failed to load what was sent by PayPal"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data || (!query.data.can_send && query.data.items.length === 0)) return null
  return (
    <section aria-labelledby="batches" className="stack gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="batches" className="t-heading">
            PayPal
          </h2>
          <p className="text-small text-ink-2">
            Payments that are handed over automatically, instead of in a file.
          </p>
        </div>
        {query.data.can_send && <SendButton runId={runId} />}
      </div>
      {query.data.items.length > 0 && (
        <ul aria-label="PayPal" className="surface divide-y overflow-hidden">
          {query.data.items.map((batch) => (
            <li key={batch.id}>
              <BatchRow batch={batch} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SendButton({ runId: id }: { runId: string }) {
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy } = useAdminAct({
    send: (api, again: boolean) =>
      api('POST /api/v1/admin/payout-runs/:id/send', { params: { id }, body: { again } }),
    done: 'PayPal is being asked to pay',
    failed: 'Could not send it',
    onRefused: onQuestion(() => setAsking(true)),
  })
  function send(again: boolean) {
    setAsking(false)
    return run(again)
  }
  return (
    <>
      <Button busy={isBusy} onClick={() => void send(false)}>
        Send by PayPal
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={() => void send(true)}
          title="Send it by PayPal too?"
          description="A file of this payout was downloaded. Payments sent with it would be paid twice."
          confirmLabel="Send by PayPal"
        />
      )}
    </>
  )
}

function BatchRow({ batch }: { batch: Batch }) {
  const { name, state, lines, total, requested_by, requested_at, provider_reference, problem } = batch
  const { text, tone } = states[state]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="num text-small font-semibold">
          {usdText(total)} to {counted(lines, 'creator')}
        </p>
        <p className="num text-caption break-words text-ink-2">
          {[name, provider_reference].filter(Boolean).join(' · ')}
        </p>
        <p className="text-caption text-ink-2">
          {momentText(requested_at)} by {nameOf({ username: requested_by })}
        </p>
        {problem && <p className="text-caption break-words text-amber">{problem}</p>}
      </div>
      <Badge tone={tone}>{text}</Badge>
    </div>
  )
}
