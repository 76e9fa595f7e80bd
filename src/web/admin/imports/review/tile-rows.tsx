import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { moneyText } from '../../../../shared/amazon/currencies.ts'
import { dayText } from '../../../../shared/dates/date-text.ts'
import { pagesOf } from '../../../api/query.ts'
import { useApi } from '../../../api/use-api.ts'
import { numberText } from '../../../format/count-text.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Import, ImportedRow, ImportProblem } from '../../answers.ts'
import { AdminFailed, RowsSkeleton } from '../../parts/admin-list.tsx'
import { useRestoredFocus } from '../../parts/use-restored-focus.ts'
import { useImportFile } from '../use-import-file.ts'
import { BeforeAfter, moneyTexts } from './before-after.tsx'
import { outcomeName, type Tile, tilesOf } from './tile-texts.ts'

type TileRowsProps = { batch: Import; tile: Tile['key'] }

/** The rows of a tile in the order of the file. A few at first, so that the buttons below stay near. */
export function TileRows({ batch, tile }: TileRowsProps) {
  const count = tilesOf(batch).find(({ key }) => key === tile)?.rows ?? 0
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">
        {tile === 'failed' ? 'Rows with problems' : `Rows: ${outcomeName(tile, false).toLowerCase()}`}
      </h3>
      {tile === 'failed' ? (
        <Problems batch={batch} count={count} />
      ) : (
        <Rows key={tile} batch={batch} outcome={tile} count={count} />
      )}
    </section>
  )
}

/** The rows that an import leaves out, with the reason. */
function Problems({ batch, count }: { batch: Import; count: number }) {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/imports/:id/problems', { params: { id: batch.id } }),
  )
  const { isBusy, download } = useImportFile(batch)
  return (
    <>
      <p className="text-caption text-ink-2">
        {count === 1 ? 'It is' : 'They are'} left out. Everything else can be imported.
      </p>
      <FewAtFirst
        query={query}
        count={count}
        keyOf={({ line, column, message }) => `${line} ${column} ${message}`}
        action={
          <Button size="sm" busy={isBusy} onClick={() => void download('errors')}>
            Download errors
          </Button>
        }
      >
        {(problem) => <ProblemRow problem={problem} />}
      </FewAtFirst>
    </>
  )
}

/** A row that was left out: its line and the reason. */
export const ProblemRow = ({
  problem: { line, column, message, order_item_id },
}: {
  problem: ImportProblem
}) => (
  <div className="gap-4 px-3 py-2.5 text-small sm:grid sm:grid-cols-[15rem_1fr]">
    <p className="num min-w-0 font-semibold break-words">
      Line {numberText(line)}
      {column && `, ${column}`}
    </p>
    <div className="min-w-0 text-ink-2">
      <p className="break-words">{message}</p>
      {order_item_id && <p className="num line-clamp-1 text-caption break-all">{order_item_id}</p>}
    </div>
  </div>
)

type RowsProps = { batch: Import; outcome: Exclude<Tile['key'], 'failed'>; count: number }

function Rows({ batch, outcome, count }: RowsProps) {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/imports/:id/rows', { params: { id: batch.id }, query: { outcome } }),
  )
  return (
    <FewAtFirst query={query} count={count} keyOf={({ line, order_item_id }) => `${line} ${order_item_id}`}>
      {(row) => <StagedRow row={row} currency={batch.currency} />}
    </FewAtFirst>
  )
}

/** A row of a preview: what it says, and what it changes of its order. */
function StagedRow({ row, currency }: { row: ImportedRow; currency: string }) {
  const {
    line,
    order_item_id,
    order_date,
    product_title,
    asin,
    order_status,
    commission,
    would_be,
    reported,
  } = row
  const id = <span className="line-clamp-1 break-all">{order_item_id}</span>
  return (
    <div className="grid gap-x-4 gap-y-1 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-2 text-small">
          {product_title || asin}
        </p>
        <p className="num text-caption text-ink-3">
          {line !== null && `Line ${numberText(line)} · `}
          {dayText(order_date)}
        </p>
        <p className="num text-caption text-ink-3">
          {order_status === null ? (
            id
          ) : (
            <Link to="/admin/orders/$id" params={{ id: order_item_id }} className="link">
              {id}
            </Link>
          )}
        </p>
      </div>
      <div className="num flex flex-wrap items-baseline gap-x-3 text-caption text-ink-2 sm:flex-col sm:items-end">
        {would_be ? (
          <>
            <BeforeAfter {...moneyTexts({ before: commission, after: would_be.commission }, currency)} />
            <BeforeAfter before={order_status} after={would_be.order_status} />
          </>
        ) : (
          <span>{commission !== null && moneyText(commission, currency)}</span>
        )}
        {reported !== null && reported !== would_be?.commission && (
          <span>reported {moneyText(reported, currency)}</span>
        )}
      </div>
    </div>
  )
}

/** How many are listed at first. */
const firstShown = 5

type FewAtFirstProps<Item> = {
  query: {
    data: { pages: { items: Item[] }[] } | undefined
    error: Error | null
    isFetching: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage(): unknown
    refetch(): unknown
  }
  count: number
  keyOf: (item: Item) => string
  action?: ReactNode
  children: (item: Item) => ReactNode
}

/** A list that begins short and has a button for more. */
function FewAtFirst<Item>({ query, count, keyOf, action, children }: FewAtFirstProps<Item>) {
  const [showsMore, setShowsMore] = useState(false)
  const restoredFocus = useRestoredFocus<HTMLDivElement>()
  if (!query.data) {
    if (!query.error) return <RowsSkeleton label="Loading rows" />
    return (
      <AdminFailed
        error={query.error}
        message="Failed to load rows"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const items = query.data.pages.flatMap((page) => page.items)
  const shown = showsMore ? items : items.slice(0, firstShown)
  const rest = Math.max(count, items.length) - shown.length
  const hasMore = shown.length < items.length || query.hasNextPage
  function showMore() {
    if (showsMore) void query.fetchNextPage()
    else setShowsMore(true)
  }
  return (
    <div {...restoredFocus} className="stack gap-2 outline-none">
      <ul className="divide-y rounded-md border">
        {shown.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
        {rest > 0 && <p className="num text-small text-ink-2">and {numberText(rest)} more</p>}
        {(hasMore || action) && (
          <div className="flex flex-wrap gap-2">
            {hasMore && (
              <Button size="sm" busy={query.isFetchingNextPage} onClick={showMore}>
                Show more
              </Button>
            )}
            {action}
          </div>
        )}
      </div>
    </div>
  )
}
