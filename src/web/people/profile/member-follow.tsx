import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { takeFollow } from '../../session/wanted.ts'
import { sharePage } from '../../share/share-page.ts'
import { Button, ButtonLink, type ButtonLook } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
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

type MemberFollowButtonProps = { person: { id: string; username: string } }

/** The follow button alone, for a signed-in person. */
export const MemberFollowButton = ({ person }: MemberFollowButtonProps) => (
  <QueryScope>
    <LiveFollow person={person} />
  </QueryScope>
)

function LiveFollow({ person }: MemberFollowButtonProps) {
  const query = useQuery(profileQuery(useApi(), person))
  useEffect(prepareToasts, [])
  return <Follow query={query} look={{ size: 'sm' }} />
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
    <Button onClick={() => void sharePage(`/${username}`)}>
      <Icon name="share" size={16} />
      Share
    </Button>
  </div>
)

type FollowProps = {
  query: { data: ProfileData | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  look?: Pick<ButtonLook, 'size' | 'className'>
}

function Follow({ query, look = { className: followBoxClass } }: FollowProps) {
  if (query.data) return <KnownFollow profile={query.data} look={look} />
  if (!query.isError) return <DisabledButton {...look}>Loading...</DisabledButton>
  return (
    <Button {...look} busy={query.isFetching} onClick={() => void query.refetch()}>
      Retry
    </Button>
  )
}

type KnownFollowProps = Required<Pick<FollowProps, 'look'>> & { profile: ProfileData }

/**
 * Follow, once it is known whether the person is followed. A Follow that was pressed before signing in is carried out
 * now.
 */
function KnownFollow({ profile, look }: KnownFollowProps) {
  const { setFollowing } = useFollow(profile, profileTexts)
  useEffect(() => {
    if (takeFollow(profile.id)) setFollowing(true)
  }, [profile.id, setFollowing])
  return (
    <FollowButton
      person={profile}
      isFollowing={profile.is_following === true}
      texts={profileTexts}
      {...look}
    />
  )
}
