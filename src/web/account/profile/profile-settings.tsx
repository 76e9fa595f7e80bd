import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { AppScreen } from '../../app/app-screen.tsx'
import { meQuery } from '../../queries.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { UnsavedChanges } from '../../ui/dialog/unsaved-changes.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useApi } from '../../use-api.ts'
import { ProfileLinks } from '../profile-links.tsx'
import { ProfileSkeleton } from '../profile-skeleton.tsx'
import { SignOutButton } from '../sign-out-button.tsx'
import { usePhoto } from '../use-photo.ts'
import type { Me } from './profile-draft.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePhoto } from './profile-photo.tsx'
import { useProfileForm } from './use-profile-form.ts'

const AccountSections = lazy(() => import('../account-sections.tsx'))

const title = 'Profile Settings'

/** The signed-in person's own page (spec section 2, /profile). */
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
