import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { numberText } from '../../format/count-text.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { ChipBar } from '../../ui/list/chip-bar.tsx'
import { importQuery } from '../admin-queries.ts'
import type { Import, ImportedRow } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { importName } from './import-texts.ts'
import { ProblemRow } from './review/tile-rows.tsx'
import { outcomeIn, outcomeName, outcomes, type Tile, tilesOf } from './review/tile-texts.ts'

/** The rows counted by one number of an import, each with its order as it is now. */
export function ImportRowsPage() {
  const { id, outcome: asked } = useParams({ from: '/_app/admin/imports/$id/$outcome' })
  const outcome = outcomeIn(asked)
  const navigate = useNavigate()
  const { data: batch } = useQuery(importQuery(useApi(), id))
  return (
    <AdminScreen title="Rows of an import" back="/admin/imports">
      <div className="stack gap-3 pb-4">
        <p className="text-small">
          {batch && (
            <>
              <bdi className="break-all">{importName(batch)}</bdi>:{' '}
            </>
          )}
          <Link to="/admin/imports/$id" params={{ id }} className="link">
            See the import
          </Link>
        </p>
        <ChipBar
          label="Outcome"
          items={chipsOf(batch, outcome)}
          value={outcome}
          onChange={(next) =>
            void navigate({ to: '/admin/imports/$id/$outcome', params: { id, outcome: next } })
          }
        />
      </div>
      {outcome === 'failed' ? <Problems id={id} /> : <Rows id={id} outcome={outcome} />}
    </AdminScreen>
  )
}

/** The outcomes that have rows, with their number. Where these were not counted, all; the shown one while it loads. */
function chipsOf(batch: Import | undefined, shown: Tile['key']) {
  if (!batch) return [{ value: shown, label: outcomeName(shown, true) }]
  const isMerged = batch.state === 'merged'
  if (!batch.tally) return outcomes.map((value) => ({ value, label: outcomeName(value, isMerged) }))
  return tilesOf(batch)
    .filter(({ key, rows }) => rows > 0 || key === shown)
    .map(({ key, label, rows }) => ({ value: key, label: `${label} · ${numberText(rows)}` }))
}

type RowsProps = { id: string; outcome: Exclude<Tile['key'], 'failed'> }

function Rows({ id, outcome }: RowsProps) {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/imports/:id/rows', { params: { id }, query: { outcome } }),
  )
  return (
    <AdminList
      what="rows"
      query={query}
      keyOf={({ order_item_id, line }) => `${order_item_id} ${line}`}
      empty={<NoRows />}
    >
      {(row) => <Row row={row} />}
    </AdminList>
  )
}

function Problems({ id }: Pick<RowsProps, 'id'>) {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/imports/:id/problems', { params: { id } }),
  )
  return (
    <AdminList
      what="rows"
      query={query}
      keyOf={({ line, column, message }) => `${line} ${column} ${message}`}
      empty={<NoRows />}
    >
      {(problem) => <ProblemRow problem={problem} />}
    </AdminList>
  )
}

const NoRows = () => <EmptyState title="No such rows">No row had this outcome.</EmptyState>

type RowProps = { row: ImportedRow }

const Row = ({ row }: RowProps) => (
  <OrderLink
    order={{
      ...row,
      commission: row.commission ?? row.would_be?.commission ?? 0,
      order_status: row.order_status ?? row.would_be?.order_status ?? 'pending',
    }}
    end={
      row.line !== null && (
        <span className="num text-end text-caption text-ink-2">Line {numberText(row.line)}</span>
      )
    }
  />
)
