import { useState } from 'react'
import { useAct } from '../../api/use-act.ts'
import { offlineMessage } from '../../browser/connection.ts'
import { ProfileSkeleton } from '../../look/profile-skeleton.tsx'
import { signOut } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { DiscardDialog, UnsavedChanges } from '../../ui/dialog/unsaved-changes.tsx'
import { ListLink } from '../../ui/list/list-link.tsx'
import { SettingsList } from '../settings/settings-columns.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import { BringLinks } from './bring-links.tsx'
import type { Me } from './profile-fields.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePhoto, usePhoto } from './profile-photo.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** The signed-in person's own page, the first of the settings (docs/product/profile.md#fields). */
export const ProfileSettings = () => (
  <SettingsScreen at="/profile" boxes={<ProfileSkeleton />} always={<SignOutButton />}>
    {(me) => <Person me={me} />}
  </SettingsScreen>
)

type PersonProps = { me: Me }

function Person({ me }: PersonProps) {
  const form = useProfileForm(me)
  const photo = usePhoto(me)
  const isUploading = photo.step.name === 'uploading'
  return (
    <>
      <ProfilePhoto me={me} photo={photo} />
      <ProfileForm me={me} form={form} isUploading={isUploading} />
      <ProfileLinks me={me} />
      <BringLinks />
      <SettingsList />
      <SignOutButton hasUnsaved={form.isDirty} />
      <UnsavedChanges isDirty={form.isDirty} isUploading={isUploading} />
    </>
  )
}

type ProfileLinksProps = { me: Me }

/** Links to other pages from the profile (docs/product/profile.md#links). */
function ProfileLinks({ me: { username, is_admin } }: ProfileLinksProps) {
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

type SignOutButtonProps = {
  /** Typed text would be lost: the button asks first. */
  hasUnsaved?: boolean
}

/** Signs out everywhere. The protected pages then redirect by themselves (docs/product/sign-in.md#signing-out). */
function SignOutButton({ hasUnsaved = false }: SignOutButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy } = useAct({
    send: () => signOut(),
    done: { title: 'Signed out successfully', isParting: true },
    failed: () => ({ title: 'Error signing out', description: navigator.onLine ? '' : offlineMessage }),
  })

  function leave() {
    setAsking(false)
    void run()
  }

  return (
    <>
      <Button busy={isBusy} onClick={() => (hasUnsaved ? setAsking(true) : leave())}>
        Sign Out
      </Button>
      {isAsking && <DiscardDialog onDiscard={leave} onKeep={() => setAsking(false)} />}
    </>
  )
}
