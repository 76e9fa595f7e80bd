import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { profileArt } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import type { ProfileData } from '../profile/load-profile.ts'

type NoProductsProps = { profile: ProfileData }

/** The empty state of a profile without products; for its owner, how to begin. */
export function NoProducts({ profile }: NoProductsProps) {
  const session = useSession()
  const isOwn = session.status === 'signed_in' && session.userId === profile.id
  return (
    <EmptyState
      level={3}
      art={profileArt}
      title="No items yet"
      action={
        isOwn && (
          <ButtonLink to="/my-folio" search={{ add: true }} variant="primary">
            Add your first product
          </ButtonLink>
        )
      }
    >
      {isOwn ? 'What you post shows here for everyone.' : `What ${profile.first_name} shares will show here.`}
    </EmptyState>
  )
}
