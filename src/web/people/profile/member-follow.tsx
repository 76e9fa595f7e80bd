import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { copyText } from '../../browser/copy-text.ts'
import { takeFollow } from '../../session/wanted.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { prepareToasts, toast } from '../../ui/feedback/toast.ts'
import { FollowButton, profileTexts, useFollow } from '../follow.tsx'
import { profileQuery } from '../people-queries.ts'
import { DisabledButton, followBoxClass, ProfileFigures } from './follow-box.tsx'
import type { ProfileData } from './load-profile.ts'

type MemberFollowProps = { profile: ProfileData; isOwn: boolean }

/** A profile's follow button and counts for a signed-in person, updated when they change elsewhere. Loaded lazily. */
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
    <ProfileFigures
      profile={query.data ?? profile}
      button={isOwn ? <You profile={profile} /> : <Follow query={query} />}
    />
  )
}

type YouProps = { profile: ProfileData }

/** On the person's own profile: 'You' with links to edit and share it. */
const You = ({ profile: { username } }: YouProps) => (
  <div className="flex flex-wrap gap-2">
    <DisabledButton className={followBoxClass}>You</DisabledButton>
    <ButtonLink to="/profile">
      <Icon name="edit" size={16} />
      Edit
    </ButtonLink>
    <Button onClick={() => void shareProfile(username)}>
      <Icon name="share" size={16} />
      Share
    </Button>
  </div>
)

/**
 * Opens the phone's own share sheet for the page's address; where there is none, or it refuses, copies the address and
 * says so.
 */
async function shareProfile(username: string): Promise<void> {
  const url = `${window.location.origin}/${username}`
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  if (isPhone && 'share' in navigator) {
    try {
      return await navigator.share({ url })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copyText(url).then(
    () => toast.success('Link copied!'),
    () => toast.error('Failed to copy'),
  )
}

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
