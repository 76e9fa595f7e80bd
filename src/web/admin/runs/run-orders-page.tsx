import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { RunFigure } from '../../../orders/run-orders/contract.ts'
import { pagesOf, queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { numberText } from '../../format/count-text.ts'
import { momentText } from '../../format/when-text.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { ChipBar } from '../../ui/list/chip-bar.tsx'
import type { Run } from '../answers.ts'
import { OrderRow } from '../order-list/order-row.tsx'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { figureIn, figureNames, figuresOfKind, kindNames } from './run-texts.ts'

/** The orders counted by one figure of a matching or calculation, as they are now. */
export function RunOrdersPage() {
  const { id, figure: asked } = useParams({ from: '/_app/admin/runs/$id/$figure' })
  const api = useApi()
  const { data: run } = useQuery(queryOf(api, 'GET /api/v1/admin/runs/:id', { params: { id } }))
  const figure = figureIn(asked, run?.kind)
  const query = useInfiniteQuery(
    pagesOf(api, 'GET /api/v1/admin/runs/:id/orders', { params: { id }, query: { figure } }),
  )
  const navigate = useNavigate()
  return (
    <AdminScreen title="Orders of a run" back="/admin">
      <div className="stack gap-3 pb-4">
        <p className="num min-h-4 text-caption text-ink-2">{run && headOf(run)}</p>
        <ChipBar
          label="Outcome"
          items={figuresOfKind(run?.kind, figure).map((value) => ({ value, label: labelOf(value, run) }))}
          value={figure}
          onChange={(next) =>
            void navigate({ to: '/admin/runs/$id/$figure', params: { id, figure: next }, replace: true })
          }
        />
      </div>
      <AdminList
        what="orders"
        query={query}
        keyOf={({ order_item_id }) => order_item_id}
        empty={<EmptyState title="No such orders">No order had this outcome.</EmptyState>}
      >
        {(order) => <OrderRow order={order} />}
      </AdminList>
    </AdminScreen>
  )
}

const headOf = ({ kind, actor, finished_at, created_at }: Run) =>
  [kindNames[kind], momentText(finished_at ?? created_at), actor && `@${actor}`].filter(Boolean).join(' · ')

const labelOf = (figure: RunFigure, run: Run | undefined) => {
  const count = run?.results?.[figure]
  return count === undefined ? figureNames[figure] : `${figureNames[figure]} · ${numberText(count)}`
}
