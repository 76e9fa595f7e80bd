import type { ReactNode } from 'react'
import { PeoplePanelSkeleton } from '../people/panel/people-panel-skeleton.tsx'
import { ListingSkeleton } from '../product/cards/product-listing.tsx'
import { useProductView } from '../product/cards/product-view.tsx'
import { ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/feedback/empty-or-failed.tsx'
import type { FeedScope } from './feed-choice.ts'
import { FeedShell } from './feed-shell.tsx'

type NoItemsProps = {
  scope: FeedScope
  /** A link to a wider choice, if there is one. */
  wider?: ReactNode
  /** Nobody is signed in. The scope is remembered, so that signing in leads back to it. */
  isSignedOut?: boolean
}

/** The empty state of a scope (docs/product/feed.md#empty-and-failed). */
export function NoItems({ scope, wider, isSignedOut }: NoItemsProps) {
  return (
    <EmptyState
      title="No items yet"
      action={isSignedOut ? <ButtonLink to="/auth">Log in</ButtonLink> : wider}
    >
      {scope === 'following' ? 'Follow people to see their items in your Home feed.' : 'No public items yet.'}
    </EmptyState>
  )
}

/** The feed while it loads, when it is opened from another page. */
export function FeedPending() {
  const [view] = useProductView()
  return (
    <FeedShell isSkeleton people={<PeoplePanelSkeleton />}>
      <div className="pt-14">
        <ListingSkeleton view={view} width="beside" />
      </div>
    </FeedShell>
  )
}
