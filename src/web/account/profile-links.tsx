import { ListLink } from '../ui/list-link.tsx'

import type { Me } from './profile/profile-draft.ts'

type ProfileLinksProps = { me: Me }

/** Where a profile leads to (spec section 2, /profile). */
export function ProfileLinks({ me: { username, is_admin } }: ProfileLinksProps) {
  return (
    <div className="surface divide-y overflow-hidden">
      <ListLink icon="profile" to="/$username" params={{ username }}>
        Public Profile
      </ListLink>
      <ListLink icon="edit" to="/auth/reset">
        Reset password
      </ListLink>
      {is_admin && (
        <ListLink icon="cabinet" to="/admin">
          Admin Panel
        </ListLink>
      )}
    </div>
  )
}
