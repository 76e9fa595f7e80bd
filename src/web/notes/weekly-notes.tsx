import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { weekText } from '../../shared/notes/note-text.ts'
import { pagesOf } from '../api/query.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { EmptyState, ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { LoadingSkeleton, Skeleton } from '../ui/feedback/loading.tsx'
import { LetterBody, type OwnNote } from './letter.tsx'

/** The notes, the last one and those before it; both parts of the page share one request. */
function useWeeks() {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/me/notes'))
  const [last, ...before] = query.data?.pages.flatMap(({ items }) => items) ?? []
  return { query, last, before }
}

/** The last week as a letter (docs/product/notes.md#the-page). */
export function LastWeek() {
  const { query, last } = useWeeks()
  if (!query.data)
    return query.isPending ? (
      <LoadingSkeleton label="Loading your week">
        <Skeleton className="h-96 rounded-lg" />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        message="Failed to load your week"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (!last)
    return (
      <EmptyState title="No note yet">
        On Monday you read here what your links did in the week before.
      </EmptyState>
    )
  return (
    <div className="stack gap-4">
      <article className="surface stack gap-4 px-4 pt-5 pb-4 lg:p-6">
        <header>
          <p className="num text-small text-ink-3">Your week, {weekText(last.from, last.to)}</p>
          <h2 dir="auto" className="num t-heading mt-1.5 break-words">
            {last.headline}
          </h2>
        </header>
        <LetterBody {...last} />
      </article>
      <div className="flex items-start justify-between gap-4 px-1">
        <p className="text-caption text-ink-3">
          Monday mornings, here and, if you wish, by mail. A quiet week sends nothing.
        </p>
        <Link to="/profile/notifications" className="link shrink-0 text-small">
          Change
        </Link>
      </div>
    </div>
  )
}

/** The letters before the last one; nothing where there is none. */
export function WeeksBefore() {
  const { query, before } = useWeeks()
  if (before.length === 0) return null
  return (
    <section className="stack gap-3 lg:col-start-2">
      <h2 className="t-sub px-1">Weeks before</h2>
      <ul className="surface divide-y overflow-hidden">
        {before.map((note) => (
          <li key={note.id}>
            <Earlier note={note} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="sm"
          className="justify-self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

/** An earlier week: a line that opens into its letter. */
const Earlier = ({ note }: { note: OwnNote }) => (
  <details className="group">
    <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2.5 lg:px-5">
      <span className="min-w-0 flex-1">
        <span className="num block text-caption text-ink-3">{weekText(note.from, note.to)}</span>
        <span dir="auto" className="num line-clamp-2 text-small group-open:line-clamp-none">
          {note.headline}
        </span>
      </span>
      <Icon name="chevronDown" className="text-ink-3 transition-transform group-open:rotate-180" />
    </summary>
    <div className="stack gap-4 px-4 pt-3 pb-4 lg:px-5">
      <LetterBody {...note} />
    </div>
  </details>
)
