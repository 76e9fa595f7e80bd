import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { FollowButton, profileTexts } from '../../people/follow.tsx'
import { profileQuery } from '../../people/people-queries.ts'
import { DisabledButton } from '../../people/profile/follow-box.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import type { DoorwayData } from '../product-data.ts'
import { followClass } from './follow-class.ts'

type CuratorFollowProps = { curator: DoorwayData['curator'] }

/** A member's Follow on a product's page, once it is known whether they follow its curator. */
export const CuratorFollow = (props: CuratorFollowProps) => (
  <QueryScope>
    <KnownFollow {...props} />
  </QueryScope>
)

const look = { size: 'sm', className: followClass } as const

function KnownFollow({ curator }: CuratorFollowProps) {
  const { data } = useQuery({ ...profileQuery(useApi(), curator), refetchInterval: false })
  useEffect(prepareToasts, [])
  if (!data) return <DisabledButton {...look}>Loading...</DisabledButton>
  return (
    <FollowButton person={data} isFollowing={data.is_following === true} texts={profileTexts} {...look} />
  )
}
