import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import type { ImportBatch } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import type { Column } from '../parts/admin-table.tsx'
import { importName, outcomeText, stateOf } from './import-texts.ts'
import { PayingDates } from './paying-dates.tsx'
import { KnownStatuses } from './statuses/known-statuses.tsx'

/** All imports, the newest first (docs/product/admin.md#imports). */
export function ImportsPage() {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/imports', { query: { discarded: 'false' } }),
  )
  return (
    <AdminScreen subtitle="All imported reports, the newest first" width="full">
      <div className="max-w-190 pb-4">
        <PayingDates />
      </div>
      <AdminList what="imports" query={query} keyOf={({ id }) => id} empty={<NoImports />} columns={columns}>
        {(batch) => <ImportRow batch={batch} />}
      </AdminList>
      <KnownStatuses />
      <Discarded />
    </AdminScreen>
  )
}

/** Discarded previews, folded away since they have changed nothing. */
function Discarded() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="group pt-4" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 w-fit list-none items-center gap-1 text-small font-semibold [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" size={16} className="transition-[rotate] group-open:rotate-90" />
        Discarded previews
      </summary>
      {isOpen && <DiscardedList />}
    </details>
  )
}

function DiscardedList() {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/imports', { query: { discarded: 'true' } }),
  )
  return (
    <AdminList
      what="discarded imports"
      columns={columns}
      query={query}
      keyOf={({ id }) => id}
      empty={<p className="text-small text-ink-2">No import was discarded.</p>}
    >
      {(batch) => <ImportRow batch={batch} />}
    </AdminList>
  )
}

const NoImports = () => (
  <EmptyState title="No imports yet" action={<ButtonLink to="/admin">Import a report</ButtonLink>}>
    Each report that you import is listed here, and can be undone.
  </EmptyState>
)

const columns: readonly Column<ImportBatch>[] = [
  {
    name: 'Report',
    isWide: true,
    of: (batch) => (
      <Link to="/admin/imports/$id" params={{ id: batch.id }} title={importName(batch)} className="link">
        <bdi>{importName(batch)}</bdi>
      </Link>
    ),
  },
  { name: 'Result', of: (batch) => <span className="num text-ink-2">{outcomeText(batch)}</span> },
  {
    name: 'Imported',
    of: ({ created_at }) => (
      <time dateTime={created_at} className="num text-ink-3">
        {momentText(created_at)}
      </time>
    ),
  },
  { name: 'By', of: ({ actor }) => actor && `@${actor}` },
  {
    name: 'State',
    of: (batch) => {
      const { text, tone } = stateOf(batch)
      return <Badge tone={tone}>{text}</Badge>
    },
  },
]

type ImportRowProps = { batch: ImportBatch }

/** An import in a list. Its state is a badge, but for what nearly all are: imported. */
function ImportRow({ batch }: ImportRowProps) {
  const { text, tone } = stateOf(batch)
  const isDone = batch.state === 'merged' && !batch.undone
  return (
    <Link
      to="/admin/imports/$id"
      params={{ id: batch.id }}
      className="flex items-center gap-4 p-4 -outline-offset-2 hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <bdi className="line-clamp-2 text-small font-semibold">{importName(batch)}</bdi>
        <span className="num block text-caption text-ink-2">{outcomeText(batch)}</span>
        <span className="num block text-caption text-ink-3">
          <time dateTime={batch.created_at}>{momentText(batch.created_at)}</time>
          {batch.actor && ` · @${batch.actor}`}
        </span>
      </span>
      {!isDone && <Badge tone={tone}>{text}</Badge>}
    </Link>
  )
}
