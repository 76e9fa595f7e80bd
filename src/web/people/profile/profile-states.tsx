import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { PublicScreen } from '../../app/public-screen.tsx'
import { useRetry } from '../../app/use-retry.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { crossArt, EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'

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
