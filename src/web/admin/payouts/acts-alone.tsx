import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { AuditRow } from '../audit/audit-row.tsx'
import { ShortList } from '../creators/short-list.tsx'

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
        Adjustments, assignments and the like since the payout before, which no second admin agreed to.
      </p>
      <ShortList what="what one admin did alone" query={query} keyOf={({ id }) => id} none="None">
        {(entry) => <AuditRow entry={entry} />}
      </ShortList>
    </section>
  )
}
