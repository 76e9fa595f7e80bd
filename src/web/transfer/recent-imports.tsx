import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { ageText } from '../format/age-text.ts'
import { useViewerTime } from '../format/viewer-time.ts'
import { Button } from '../ui/button/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { type RecentImport, summaryText, type Undone } from './report-text.ts'
import { UndoButton } from './undo-button.tsx'

type RecentImportsProps = { imports: RecentImport[]; onUndone: (undone: Undone) => void }

/** Imports that can still be undone (docs/product/my-folio.md#undoing-an-import). */
export function RecentImports({ imports, onUndone }: RecentImportsProps) {
  const heading = useId()
  if (imports.length === 0) return null
  return (
    <section aria-labelledby={heading} className="stack gap-2">
      <h3 id={heading} className="text-small font-semibold">
        Imports of the last 24 hours
      </h3>
      <ul aria-labelledby={heading} className="surface divide-y overflow-hidden">
        {imports.map((one) => (
          <ImportRow key={one.id} of={one} onUndone={onUndone} />
        ))}
      </ul>
    </section>
  )
}

type RecentImportsFailedProps = {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
  /** Called once the list has loaded: the pressed button is gone. */
  onLoaded: () => void
}

/** The list failed to load: there may be an import to undo that is not shown. */
export function RecentImportsFailed({ query, onLoaded }: RecentImportsFailedProps) {
  async function again() {
    const { isSuccess } = await query.refetch()
    if (isSuccess) onLoaded()
  }
  return (
    <Banner
      tone="bad"
      action={
        <Button size="sm" busy={query.isFetching} onClick={() => void again()}>
          Try again
        </Button>
      }
    >
      Failed to load the imports of the last 24 hours
    </Banner>
  )
}

type ImportRowProps = { of: RecentImport; onUndone: (undone: Undone) => void }

function ImportRow({ of, onUndone }: ImportRowProps) {
  const descriptionId = useId()
  const viewer = useViewerTime()
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div id={descriptionId} className="min-w-0">
        <p className="num font-semibold">{summaryText({ ...of, unchanged: 0, skipped: 0 })}</p>
        <p className="text-small text-ink-2">
          <time dateTime={of.created_at}>{ageText(of.created_at, viewer)}</time>
        </p>
      </div>
      <UndoButton of={of} size="sm" describedBy={descriptionId} onUndone={onUndone} />
    </li>
  )
}
