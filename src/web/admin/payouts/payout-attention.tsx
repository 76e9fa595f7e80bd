import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { stateTexts } from '../../earnings/payouts/payout-texts.ts'
import { usdText } from '../../format/money-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { PayoutLine } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'

const AnswerLine = lazyPart(() => import('./answer-line.tsx'))

type Said = PayoutLine['attention'][number]

const reasons: Record<Said['why'], string> = {
  word: 'An unknown status',
  amount: 'Another amount',
  currency: 'Another currency',
  rows: 'Its rows contradict each other',
  state: 'It does not fit the payout’s state',
}

/** ‘Completed’, 8.00, payment T-1. */
function saidText({ word, amount, currency, provider_reference }: Said): string {
  const sum =
    amount === null ? null : currency && currency !== 'USD' ? `${amount} ${currency}` : usdText(amount)
  return [`‘${word}’`, sum, provider_reference && `payment ${provider_reference}`].filter(Boolean).join(', ')
}

/** What the provider says that does not agree: it waits for an admin’s answer (docs/product/payouts.md#attention). */
export function PayoutAttention({ runId }: { runId: string }) {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/payout-runs/:id/attention', { params: { id: runId } }),
  )
  const [asked, setAsked] = useState<PayoutLine | null>(null)
  return (
    <section aria-labelledby="attention" className="stack gap-3">
      <div>
        <h2 id="attention" className="t-heading">
          The provider reports something else
        </h2>
        <p className="text-small text-ink-2">
          It changed nothing. These creators are paid nothing more until you have answered.
        </p>
      </div>
      <AdminList what="what does not agree" query={query} keyOf={({ id }) => id} empty={null}>
        {(line) => <AttentionRow line={line} onAnswer={() => setAsked(line)} />}
      </AdminList>
      {asked && <AnswerLine line={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function AttentionRow({ line, onAnswer }: { line: PayoutLine; onAnswer: () => void }) {
  const { reference, username, former, amount, state, attention } = line
  const { text, tone } = stateTexts[state]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="num text-small font-semibold">
          {usdText(amount)}{' '}
          <span className="font-normal text-ink-2">
            <CreatorLink username={username} former={former} />
          </span>
        </p>
        <p className="num text-caption break-words text-ink-2">{reference}</p>
        {attention.map((said) => (
          <p key={said.id} className="num text-caption break-words text-amber">
            {reasons[said.why]}: {saidText(said)} · {momentText(said.noted_at)}
          </p>
        ))}
      </div>
      <Badge tone={tone}>{text}</Badge>
      <Button size="sm" onClick={onAnswer}>
        Answer<span className="sr-only"> what was paid of {reference}</span>
      </Button>
    </div>
  )
}
