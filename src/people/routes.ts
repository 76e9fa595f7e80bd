import type { Media } from '../media/index.ts'
import { defineRoutes } from '../platform/http/route.ts'
import type { AccountLimit } from '../platform/limits/account-limit.ts'
import type { RateLimiter } from '../platform/limits/rate-limit.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import { peopleContract } from './contract.ts'
import { listTopCreators, searchPeople } from './finding/service.ts'
import { changeFollowing, countFollows, follow, listFollowing, unfollow } from './following/service.ts'
import { noteVisit } from './following/visits.ts'
import { membersContract } from './members-contract.ts'
import { findProfile, getOwnProfile, getProfile, updateProfile } from './profiles/service.ts'
import { checkUsername } from './profiles/usernames.ts'

type ProfileDeps = { media: Media; lookups: RateLimiter; renames: AccountLimit; appName: string }

export const createPeopleRoutes = ({ media, lookups, renames, appName }: ProfileDeps) =>
  defineRoutes(peopleContract, {
    'GET /api/v1/me': (_input, context) => getOwnProfile(context),
    'PATCH /api/v1/me': ({ body }, context) => updateProfile(context, media, body, { appName, renames }),
    'GET /api/v1/usernames/:username': ({ params }, context) =>
      checkUsername(context, { lookups, appName }, params.username),
    'GET /api/v1/profiles/:username': ({ params }, context) => getProfile(context, params.username),
  })

export const createMembersRoutes = ({
  limit,
  searchQueue,
}: {
  limit: AccountLimit
  searchQueue: SearchQueue
}) =>
  defineRoutes(membersContract, {
    'GET /api/v1/me/following': ({ query }, context) => listFollowing(context, query),
    'POST /api/v1/me/following/visit': ({ body }, context) => noteVisit(context, body).then(() => undefined),
    'POST /rest/v1/rpc/follow_user': ({ body }, context) =>
      follow(context, body.target_user_id, limit).then(() => null),
    'POST /rest/v1/rpc/unfollow_user': ({ body }, context) =>
      unfollow(context, body.target_user_id).then(() => null),
    'POST /rest/v1/rpc/get_public_profile_by_username': ({ body }, context) =>
      findProfile(context, body.p_username),
    'GET /functions/v1/people-search': ({ query }, context, { address }) =>
      searchQueue(context, address, () => searchPeople(context, query)),
    'GET /functions/v1/people-top': ({ query }, context) => listTopCreators(context, query),
    'GET /functions/v1/people-stats': (_input, context) => countFollows(context),
    'POST /functions/v1/people-follow': ({ body }, context) => changeFollowing(context, body, limit),
  })
