import type { Me } from './profile/profile-draft.ts'
import { OwnData } from './security/account-sections.tsx'
import { ChangePassword } from './security/change-password.tsx'
import { SignedInPlaces } from './security/signed-in-places.tsx'

type AccountSectionsProps = { me: Me }

/** What belongs to the account rather than to the profile, below it. In a chunk of its own: few scroll down here. */
export default function AccountSections({ me }: AccountSectionsProps) {
  return (
    <div className="mt-3 stack gap-8 border-t pt-8">
      <SignedInPlaces />
      <ChangePassword me={me} />
      <OwnData me={me} />
    </div>
  )
}
