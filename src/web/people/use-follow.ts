import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from '../ui/feedback/toast.ts'
import { useApi } from '../use-api.ts'
import { showFollow, stopReading } from './follow.tsx'
import { announceFollow } from './follow-changes.ts'
import type { FollowTexts } from './follow-texts.ts'
import type { Followable } from './member.ts'
import { peopleKey, peopleKeys } from './people-queries.ts'

const followKey = ({ id }: { id: string }) => ['follow', id]

/**
 * Following someone, and no longer: shown at once wherever they are shown, and as it was again if it fails (spec
 * section 4). `setFollowing` does nothing while a change about the same person is under way, which `isBusy` tells.
 */
export function useFollow(person: Followable, texts: FollowTexts) {
  const api = useApi()
  const client = useQueryClient()
  const { id } = person
  const isBusy = useIsMutating({ mutationKey: followKey(person) }) > 0
  const { mutate } = useMutation({
    mutationKey: followKey(person),
    networkMode: 'always',
    mutationFn: (isFollowing: boolean) =>
      api(
        'POST /functions/v1/people-follow',
        { body: { userId: person.id, action: isFollowing ? 'follow' : 'unfollow' } },
        { keepalive: true },
      ),
    onMutate: async (isFollowing) => {
      await stopReading(client)
      showFollow(client, { person, isFollowing })
    },
    onSuccess: async (counted, isFollowing) => {
      await stopReading(client)
      showFollow(client, { person, isFollowing, counted })
      announceFollow({ userId: person.id, isFollowing })
      void toast.success(isFollowing ? texts.followed : texts.unfollowed)
      await loadAnewLater(client)
    },
    onError: async (_error, isFollowing) => {
      await stopReading(client)
      showFollow(client, { person, isFollowing: !isFollowing })
      void toast.error(isFollowing ? texts.notFollowed : texts.notUnfollowed, {
        description: texts.advice,
      })
      // The answer may have been lost rather than the call.
      await loadAnewLater(client)
      void client.invalidateQueries({ queryKey: peopleKeys.stats })
      void client.invalidateQueries({ queryKey: peopleKeys.profile(person.id) })
    },
  })

  const setFollowing = useCallback(
    (isFollowing: boolean) => {
      if (client.isMutating({ mutationKey: followKey({ id }) }) === 0) mutate(isFollowing)
    },
    [client, mutate, id],
  )
  return { isBusy, setFollowing }
}

/** Lists are others now, but nothing moves under the finger: they are read when they are opened or come back to. */
const loadAnewLater = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: peopleKey, refetchType: 'none' })
