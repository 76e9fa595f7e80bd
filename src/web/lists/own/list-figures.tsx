import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { nameOf, type OwnListItem } from './own-list-data.ts'

type Figures = AnswerOf<'GET /api/v1/me/lists/:id/figures'>

type ListFiguresProps = { listId: string; items: readonly OwnListItem[] }

/** What a list has brought (docs/product/lists.md#what-a-list-brought): the whole of it, and each thing. */
export function ListFigures({ listId, items }: ListFiguresProps) {
  const { data, isError, isFetching, refetch } = useQuery(
    queryOf(useApi(), 'GET /api/v1/me/lists/:id/figures', { params: { id: listId } }),
  )
  const [isOpen, setOpen] = useState(false)
  if (isError && !data)
    return (
      <div role="alert" className="flex items-center justify-between gap-3 border-t pt-3">
        <p className="text-small text-ink-2">Failed to load figures</p>
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    )
  return (
    <div className="stack gap-2 border-t pt-3">
      <dl aria-busy={!data} className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Figure name="Views">{data && numberText(data.views)}</Figure>
        <Figure name="Presses of Shop on Amazon">{data && numberText(data.presses)}</Figure>
        <Figure name="Orders of yours">{data && numberText(data.orders)}</Figure>
        <Figure name="Earned with yours" color={data && moneyColor(data.earnings_usd)}>
          {data && usdText(data.earnings_usd)}
        </Figure>
      </dl>
      {data && data.views + data.presses + data.orders > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="w-fit py-3 text-small font-semibold">Each thing</summary>
          <EachThing figures={data} items={items} />
        </details>
      )}
    </div>
  )
}

type FigureProps = { name: string; color?: string | undefined; children: string | undefined }

/** A figure under its name; a box while it loads. */
const Figure = ({ name, color = '', children }: FigureProps) => (
  <div>
    <dt className="text-caption text-ink-3">{name}</dt>
    <dd className={`num text-sub font-semibold ${color}`}>
      {children ?? <Skeleton className="my-0.5 h-5 w-12 rounded-xs" />}
    </dd>
  </div>
)

/** The things by what they brought, those without figures left out. */
function EachThing({ figures, items }: { figures: Figures; items: readonly OwnListItem[] }) {
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const brought = figures.items
    .filter(({ views, presses }) => views + presses > 0)
    .toSorted((one, other) => other.views - one.views)
  return (
    <ul>
      {brought.map(({ item_id, views, presses, orders, earnings_usd }) => {
        const item = itemOf.get(item_id)
        if (!item) return null
        return (
          <li key={item_id} className="grid gap-0.5 border-t py-2">
            <span dir="auto" className="line-clamp-1 text-small font-semibold">
              {nameOf(item)}
            </span>
            <span className="num text-caption text-ink-3">
              {[
                counted(views, 'view'),
                counted(presses, 'press', 'presses'),
                ...(item.is_own ? [counted(orders, 'order'), usdText(earnings_usd)] : []),
              ].join(' · ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
