import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QueryScope } from '../../query-client.tsx'
import { takeFollow } from '../../session/wanted.ts'
import { Button } from '../../ui/button/button.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { FollowButton, profileTexts, useFollow } from '../follow.tsx'
import { profileQuery } from '../people-queries.ts'
import { followBoxClass, ProfileFigures, StillButton } from './follow-box.tsx'
import type { ProfileData } from './load-profile.ts'

type MemberFollowProps = { profile: ProfileData; isOwn: boolean }

/** A profile's Follow and counts for someone signed in, which follow what happens elsewhere. Loaded lazily. */
export function MemberFollow(props: MemberFollowProps) {
  return (
    <QueryScope>
      <LiveFigures {...props} />
    </QueryScope>
  )
}

function LiveFigures({ profile, isOwn }: MemberFollowProps) {
  const query = useQuery(profileQuery(useApi(), profile))
  useEffect(prepareToasts, [])
  return (
    <ProfileFigures profile={query.data ?? profile} button={isOwn ? <You /> : <Follow query={query} />} />
  )
}

const You = () => <StillButton className={followBoxClass}>You</StillButton>

type FollowProps = {
  query: { data: ProfileData | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
}

function Follow({ query }: FollowProps) {
  if (query.data) return <KnownFollow profile={query.data} />
  if (!query.isError) return <StillButton className={followBoxClass}>Loading...</StillButton>
  return (
    <Button className={followBoxClass} busy={query.isFetching} onClick={() => void query.refetch()}>
      Retry
    </Button>
  )
}

type KnownFollowProps = { profile: ProfileData }

/** Once it is known whether one follows them. What was pressed before signing in is carried out now. */
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
