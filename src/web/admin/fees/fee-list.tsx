import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText } from '../../../shared/dates/date-text.ts'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { bpsText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Fee, WhichFees } from '../answers.ts'
import { ShortList } from '../creators/short-list.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'
import { nameOf } from '../parts/texts.ts'

const TakeBackFee = lazyPart(() => import('./take-back-fee.tsx'))

type FeeListProps = {
  which: WhichFees
  none: string /** Of one creator, whom nobody needs to be told. */
  isOfOne?: boolean
}

/** Fees with their days, the last set first, each that has not begun with the button that takes it back. */
export function FeeList({ which, none, isOfOne = false }: FeeListProps) {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/fees', { query: which }))
  const [asked, setAsked] = useState<Fee | null>(null)
  return (
    <>
      <ShortList what="fees" query={query} keyOf={({ id }) => id} none={none}>
        {(fee) => <FeeRow fee={fee} isNamed={!isOfOne} onTakeBack={() => setAsked(fee)} />}
      </ShortList>
      {asked && <TakeBackFee fee={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

const badges = {
  counts: ['good', 'Counts'],
  coming: ['line', 'Coming'],
  ended: ['line', 'Ended'],
  taken_back: ['line', 'Taken back'],
} as const

type FeeRowProps = { fee: Fee; isNamed: boolean; onTakeBack: () => void }

function FeeRow({ fee, isNamed, onTakeBack }: FeeRowProps) {
  const { creator, fee_bps, from, state, reason, set_by, set_at } = fee
  const [tone, label] = badges[state]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3">
      <div className="min-w-0">
        <p className="text-small font-semibold break-words">
          {isNamed && creator && (
            <>
              <CreatorLink username={creator.username} />:{' '}
            </>
          )}
          {fee_bps === null ? 'As everybody' : bpsText(fee_bps)}
          {from === null ? ' from the beginning' : ` from ${dayText(from)} on`}
        </p>
        {reason && (
          <p dir="auto" className="text-caption break-words text-ink-2">
            {reason}
          </p>
        )}
        <p className="num text-caption text-ink-3">
          {from === null
            ? `By the settings, on ${momentDay(set_at)}`
            : `Set on ${momentDay(set_at)} by ${nameOf({ username: set_by })}`}
        </p>
      </div>
      {state === 'coming' ? (
        <Button size="sm" onClick={onTakeBack}>
          Take back
        </Button>
      ) : (
        <Badge tone={tone}>{label}</Badge>
      )}
    </div>
  )
}
