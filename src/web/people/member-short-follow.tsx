import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QueryScope } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { prepareToasts } from '../ui/feedback/toast.ts'
import { FollowButton, profileTexts } from './follow.tsx'
import { profileQuery } from './people-queries.ts'
import { DisabledButton, shortFollowClass } from './profile/follow-box.tsx'

type MemberShortFollowProps = { person: { id: string; username: string } }

/** A member's Follow beside a person's name, once it is known whether they follow them. Loaded lazily. */
export const MemberShortFollow = (props: MemberShortFollowProps) => (
  <QueryScope>
    <KnownFollow {...props} />
  </QueryScope>
)

const look = { size: 'sm', className: shortFollowClass } as const

function KnownFollow({ person }: MemberShortFollowProps) {
  const { data } = useQuery({ ...profileQuery(useApi(), person), refetchInterval: false })
  useEffect(prepareToasts, [])
  if (!data) return <DisabledButton {...look}>Loading...</DisabledButton>
  return (
    <FollowButton person={data} isFollowing={data.is_following === true} texts={profileTexts} {...look} />
  )
}
