import type { ErrorComponentProps, NotFoundRouteProps } from '@tanstack/react-router'
import { PublicScreen } from '../app/public-screen.tsx'
import { useRetry } from '../app/use-retry.ts'
import { ListSkeleton } from '../look/list-skeletons.tsx'
import { useSession } from '../session/session.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { crossArt, EmptyState, ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { ListOwner } from './list-data.ts'

const OwnListBySlug = lazyPart(
  async () => ({ default: (await import('./own/own-list.tsx')).OwnListBySlug }),
  {
    waiting: ({ missing }) => missing,
  },
)

/** A list that is private, hidden or deleted, or never was: its owner sees it here if it is theirs. */
export function ListNotFound({ data }: Partial<NotFoundRouteProps>) {
  const owner = data as unknown as ListOwner
  const session = useSession()
  const missing = <Missing owner={owner} />
  const isOwn = session.status === 'signed_in' && session.userId === owner.id
  return (
    <PublicScreen current={isOwn ? '/my-folio' : undefined}>
      {isOwn ? <OwnListBySlug slug={owner.slug} missing={missing} /> : missing}
    </PublicScreen>
  )
}

type MissingProps = { owner: ListOwner }

const Missing = ({ owner: { first_name, username } }: MissingProps) => (
  <div className="grid min-h-[60dvh] place-content-center">
    <EmptyState
      bare
      art={crossArt}
      level={1}
      title="List not found"
      action={
        <ButtonLink to="/$username" params={{ username }}>
          More from {first_name}
        </ButtonLink>
      }
    >
      It may be private now, or the link is not quite right.
    </EmptyState>
  </div>
)

/** The page of a list that could not be loaded just now. */
export function ListFailed({ reset }: ErrorComponentProps) {
  const { retry } = useRetry(reset)
  return (
    <PublicScreen>
      <div className="grid min-h-[60dvh] place-content-center">
        <ErrorState level={1} message="Failed to load list" onRetry={retry} />
      </div>
    </PublicScreen>
  )
}

/** A list while it loads, when it is opened from another page. */
export function ListPending() {
  return (
    <PublicScreen>
      <div className="list-page">
        <div aria-hidden="true" className="stack gap-5">
          <Skeleton className="aspect-3/2 max-sm:-mx-gutter sm:rounded-[20px]" />
          <div className="stack gap-2">
            <Skeleton className="h-4 w-48 rounded-xs" />
            <Skeleton className="h-8 w-64 rounded-xs" />
            <Skeleton className="h-3 w-32 rounded-xs" />
          </div>
          <Skeleton className="h-22 rounded-lg" />
        </div>
        <ListSkeleton label="Loading list" />
      </div>
    </PublicScreen>
  )
}
