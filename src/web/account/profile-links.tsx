import { ListLink } from '../ui/list-link.tsx'

type ProfileLinksProps = { username: string }

/** Where a profile leads to (spec section 2, /profile). */
export function ProfileLinks({ username }: ProfileLinksProps) {
  return (
    <div className="surface divide-y overflow-hidden">
      <ListLink icon="profile" to="/$username" params={{ username }}>
        Public Profile
      </ListLink>
      <ListLink icon="edit" to="/auth/reset">
        Reset password
      </ListLink>
    </div>
  )
}
