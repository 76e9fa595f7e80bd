import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../../api/queries.ts'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { AppScreen } from '../../app/app-screen.tsx'
import { offlineMessage } from '../../browser/connection.ts'
import { ProfileSkeleton } from '../../look/profile-skeleton.tsx'
import { signOut } from '../../session/session.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Button } from '../../ui/button/button.tsx'
import { DiscardDialog, UnsavedChanges } from '../../ui/dialog/unsaved-changes.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ListLink } from '../../ui/list/list-link.tsx'
import type { Me } from './profile-fields.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePhoto, usePhoto } from './profile-photo.tsx'
import { useProfileForm } from './use-profile-form.ts'

const AccountSections = lazyPart(() => import('../security/account-sections.tsx'))

const title = 'Profile Settings'

/** The signed-in person's own page (docs/product/profile.md#fields). */
export function ProfileSettings() {
  const me = useQuery(meQuery(useApi()))
  return (
    <AppScreen width="mid" bar={{ title }}>
      <PageHead title={title} />
      <div className="stack gap-5 pt-2 lg:pt-0">
        {me.data && <Person me={me.data} />}
        {me.isPending && <ProfileSkeleton />}
        {me.isLoadingError && (
          <ErrorState
            message="Failed to load profile"
            retrying={me.isFetching}
            onRetry={() => void me.refetch()}
          />
        )}
        {!me.data && <SignOutButton />}
      </div>
    </AppScreen>
  )
}

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
      <SignOutButton hasUnsaved={form.isDirty} />
      <UnsavedChanges isDirty={form.isDirty} isUploading={isUploading} />
      <AccountSections me={me} />
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
