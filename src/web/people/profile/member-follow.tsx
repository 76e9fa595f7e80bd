import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { takeFollow } from '../../session/wanted.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import { FollowButton, profileTexts, useFollow } from '../follow.tsx'
import { profileQuery } from '../people-queries.ts'
import { DisabledButton, followBoxClass } from './follow-box.tsx'
import type { ProfileData } from './load-profile.ts'
import { ProfileFigures } from './profile-figures.tsx'

type MemberFollowProps = {
  profile: ProfileData
  isOwn: boolean
  /** Arranges the own storefront. */
  onArrange: () => void
}

/** A profile's follow button and counts for a signed-in person, updated when they change elsewhere. Loaded lazily. */
export function MemberFollow(props: MemberFollowProps) {
  return (
    <QueryScope>
      <LiveFigures {...props} />
    </QueryScope>
  )
}

function LiveFigures({ profile, isOwn, onArrange }: MemberFollowProps) {
  const query = useQuery(profileQuery(useApi(), profile))
  useEffect(prepareToasts, [])
  return (
    <ProfileFigures
      profile={query.data ?? profile}
      button={isOwn ? <You onArrange={onArrange} /> : <Follow query={query} />}
    />
  )
}

type YouProps = Pick<MemberFollowProps, 'onArrange'>

/** On the person's own profile: 'You', with what they may do beside it, where it moves nothing. */
const You = ({ onArrange }: YouProps) => (
  <>
    <DisabledButton className={followBoxClass}>You</DisabledButton>
    <div className="absolute end-0 flex gap-2 max-lg:bottom-full max-lg:mb-2 lg:top-full lg:mt-2">
      <ButtonLink to="/profile" size="sm">
        Edit
      </ButtonLink>
      <Button size="sm" onClick={onArrange}>
        <Icon name="edit" size={16} />
        Arrange
      </Button>
    </div>
  </>
)

type FollowProps = {
  query: { data: ProfileData | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
}

function Follow({ query }: FollowProps) {
  if (query.data) return <KnownFollow profile={query.data} />
  if (!query.isError) return <DisabledButton className={followBoxClass}>Loading...</DisabledButton>
  return (
    <Button className={followBoxClass} busy={query.isFetching} onClick={() => void query.refetch()}>
      Retry
    </Button>
  )
}

type KnownFollowProps = { profile: ProfileData }

/**
 * Follow, once it is known whether the person is followed. A Follow that was pressed before signing in is carried out
 * now.
 */
function KnownFollow({ profile }: KnownFollowProps) {
  const { setFollowing } = useFollow(profile, profileTexts)
  useEffect(() => {
    if (takeFollow(profile.id)) setFollowing(true)
  }, [profile.id, setFollowing])
  return (
    <FollowButton
      person={profile}
      isFollowing={profile.is_following === true}
      texts={profileTexts}
      className={followBoxClass}
    />
  )
}
