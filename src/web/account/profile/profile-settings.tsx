import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { AppScreen } from '../../app/app-screen.tsx'
import { offlineMessage } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { signOut } from '../../session/session.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Button } from '../../ui/button/button.tsx'
import { DiscardDialog, UnsavedChanges } from '../../ui/dialog/unsaved-changes.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { useApi } from '../../use-api.ts'
import type { Me } from './profile-draft.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePhoto, usePhoto } from './profile-photo.tsx'
import { useProfileForm } from './use-profile-form.ts'

const AccountSections = lazy(() => import('../security/account-sections.tsx'))

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
  const element = useRef<HTMLFormElement>(null)
  const form = useProfileForm(me, element)
  const photo = usePhoto(me)
  const isUploading = photo.step.name === 'uploading'
  return (
    <>
      <ProfilePhoto me={me} photo={photo} />
      <ProfileForm me={me} form={form} element={element} isUploading={isUploading} />
      <ProfileLinks me={me} />
      <SignOutButton hasUnsaved={form.isDirty} />
      <UnsavedChanges isDirty={form.isDirty} isUploading={isUploading} />
      <Suspense>
        <AccountSections me={me} />
      </Suspense>
    </>
  )
}

type ProfileLinksProps = { me: Me }

/** Where a profile leads to (docs/product/profile.md#links). */
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
  /** Typed text would be lost: asks first. */
  hasUnsaved?: boolean
}

/** Signs out everywhere. The protected pages leave by themselves (docs/product/sign-in.md#signing-out). */
function SignOutButton({ hasUnsaved = false }: SignOutButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)

  async function leave() {
    setAsking(false)
    setBusy(true)
    try {
      await signOut()
      void toast.success('Signed out successfully')
    } catch {
      void toast.error('Error signing out', navigator.onLine ? {} : { description: offlineMessage })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button busy={isBusy} onClick={() => (hasUnsaved ? setAsking(true) : void leave())}>
        Sign Out
      </Button>
      {isAsking && <DiscardDialog onDiscard={() => void leave()} onKeep={() => setAsking(false)} />}
    </>
  )
}

/** The boxes of the profile form, as high as what comes. */
function ProfileSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="stack gap-5">
        <div className="flex items-center gap-4">
          <Skeleton className="size-20 shrink-0 rounded-full" />
          <div className="stack gap-2">
            <Skeleton className="h-9 w-38 rounded-[10px]" />
            <div className="h-4 py-0.5">
              <Skeleton className="h-3 w-28 rounded-xs" />
            </div>
          </div>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <FieldBoxes />
          <FieldBoxes />
        </div>
        <FieldBoxes hint />
        <FieldBoxes tall />
        <FieldBoxes hint />
        <Skeleton className="h-13 rounded-[14px]" />
        <Skeleton className="h-[105px] rounded-lg" />
      </div>
    </div>
  )
}

type FieldBoxesProps = { hint?: boolean; tall?: boolean }

/** Label, control and the line below. */
function FieldBoxes({ hint, tall }: FieldBoxesProps) {
  return (
    <div className="stack gap-1.5">
      <div className="h-5 py-1">
        <Skeleton className="h-3 w-20 rounded-xs" />
      </div>
      <Skeleton className={tall ? 'h-24 rounded-md' : 'h-12 rounded-md'} />
      {hint && (
        <div className="h-4 py-0.5">
          <Skeleton className="h-3 w-52 rounded-xs" />
        </div>
      )}
    </div>
  )
}
