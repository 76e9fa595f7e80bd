import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { RowOutcome } from '../../../orders/imports/contract.ts'
import { numberText } from '../../count-text.ts'
import { ChipBar } from '../../ui/chip-bar.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'
import { type ImportedRow, importRowsQuery } from '../admin-queries.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { outcomeIn, outcomeNames } from './import-texts.ts'

const chips = Object.entries(outcomeNames).map(([value, label]) => ({ value: value as RowOutcome, label }))

/** The rows behind each number of an import's count, with the order of each as it is now. */
export function ImportRowsPage() {
  const { id, outcome: asked } = useParams({ from: '/_app/admin/imports/$id_/$outcome' })
  const outcome = outcomeIn(asked)
  const navigate = useNavigate()
  const query = useInfiniteQuery(importRowsQuery(useApi(), { id, outcome }))
  return (
    <AdminScreen title="Rows of an import" back="/admin/imports">
      <div className="stack gap-3 pb-4">
        <Link to="/admin/imports/$id" params={{ id }} className="link w-fit text-small">
          See the import
        </Link>
        <ChipBar
          label="What became of them"
          items={chips}
          value={outcome}
          onChange={(next) =>
            void navigate({ to: '/admin/imports/$id/$outcome', params: { id, outcome: next } })
          }
        />
      </div>
      <AdminList
        what="rows"
        query={query}
        keyOf={({ order_item_id, line }) => `${order_item_id} ${line}`}
        empty={<EmptyState title="No such rows">Of no row of this import this became.</EmptyState>}
      >
        {(row) => <Row row={row} />}
      </AdminList>
    </AdminScreen>
  )
}

type RowProps = { row: ImportedRow }

const Row = ({ row }: RowProps) => (
  <OrderLink order={row}>
    {row.line !== null && (
      <span className="num text-end text-caption text-ink-2">Line {numberText(row.line)}</span>
    )}
  </OrderLink>
)
