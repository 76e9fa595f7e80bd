import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { PublicScreen } from '../../app/public-screen.tsx'
import { useRetry } from '../../app/use-retry.ts'
import { CardGridSkeleton } from '../../look/list-skeletons.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { crossArt, EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'

type CentredProps = Pick<ComponentProps<typeof PublicScreen>, 'keep' | 'children'>

function Centred({ keep, children }: CentredProps) {
  return (
    <PublicScreen keep={keep}>
      <div className="grid min-h-[60dvh] place-content-center">{children}</div>
    </PublicScreen>
  )
}

/** The page for a username that nobody has (docs/product/storefront.md#what-it-shows). */
export function ProfileNotFound() {
  return (
    <Centred>
      <EmptyState
        bare
        art={crossArt}
        level={1}
        title="Profile Not Found"
        action={<ButtonLink to="/feed">Return to Home</ButtonLink>}
      >
        Nobody here goes by this name.
      </EmptyState>
    </Centred>
  )
}

/** The page of a profile that could not be loaded just now (docs/product/storefront.md#what-it-shows). */
export function ProfileFailed({ reset }: ErrorComponentProps) {
  const { retry } = useRetry(reset)
  return (
    <Centred keep="follow">
      <ErrorState level={1} message="Failed to load profile" onRetry={retry} />
    </Centred>
  )
}

/** A profile while it loads, when it is opened from another page. */
export function ProfilePending() {
  return (
    <PublicScreen keep="follow" isWide>
      <div aria-hidden="true" className="stack gap-4 border-b pt-6 pb-5 lg:pt-0">
        <div className="flex items-center gap-4">
          <Skeleton className="size-20 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="h-7 w-48 rounded-xs" />
            <Skeleton className="h-4 w-28 rounded-xs" />
          </div>
        </div>
        <div className="flex h-12 items-center gap-5">
          <Skeleton className="h-12 w-32 rounded-md" />
          <Skeleton className="h-4 w-24 rounded-xs" />
          <Skeleton className="h-4 w-20 rounded-xs" />
        </div>
      </div>
      <div className="pt-17">
        <CardGridSkeleton label="Loading profile" />
      </div>
    </PublicScreen>
  )
}
