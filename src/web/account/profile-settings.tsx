import { useQuery } from '@tanstack/react-query'
import { AppScreen } from '../app/app-screen.tsx'
import type { AnswerOf } from '../client.ts'
import { useApi } from '../product/use-api.ts'
import { meQuery } from '../queries.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { fullName } from './full-name.ts'
import { SignOutButton } from './sign-out-button.tsx'

const title = 'Profile Settings'

/** The signed-in person's own page (spec section 2, /profile). */
export function ProfileSettings() {
  const me = useQuery(meQuery(useApi()))
  return (
    <AppScreen width="mid" bar={{ title }}>
      <PageHead title={title} />
      <div className="stack gap-5 pt-2 lg:pt-0">
        {me.data && <Person me={me.data} />}
        {me.isPending && (
          <div className="grid place-items-center py-20">
            <Spinner label="Loading" />
          </div>
        )}
        {me.isLoadingError && (
          <ErrorState message="Failed to load profile" onRetry={() => void me.refetch()} />
        )}
        <SignOutButton />
      </div>
    </AppScreen>
  )
}

type PersonProps = { me: AnswerOf<'GET /api/v1/me'> }

function Person({ me }: PersonProps) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar name={fullName(me)} src={me.avatar_url} size={80} />
        <div className="min-w-0">
          <h2 dir="auto" className="t-heading">
            {fullName(me)}
          </h2>
          <p className="text-ink-2">@{me.username}</p>
        </div>
      </div>
      {me.bio && (
        <p dir="auto" className="whitespace-pre-line">
          {me.bio}
        </p>
      )}
      <Field label="Email" hint="Email cannot be changed">
        <TextInput type="email" readOnly value={me.email} />
      </Field>
      <ButtonLink to="/$username" params={{ username: me.username }}>
        <Icon name="profile" />
        Public Profile
      </ButtonLink>
    </>
  )
}
