import { ChangePassword } from './change-password.tsx'
import { OwnData } from './own-data.tsx'
import type { Me } from './profile-draft.ts'
import { SignedInPlaces } from './signed-in-places.tsx'

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
