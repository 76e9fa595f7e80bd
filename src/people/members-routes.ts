import { defineRoutes } from '../platform/http/route.ts'
import {
  changeFollowing,
  countFollows,
  findProfile,
  follow,
  listFollowing,
  listTopCreators,
  searchPeople,
  unfollow,
} from './index.ts'
import { membersContract } from './members-contract.ts'

export const membersRoutes = defineRoutes(membersContract, {
  'GET /api/v1/me/following': ({ query }, context) => listFollowing(context, query),
  'POST /rest/v1/rpc/follow_user': ({ body }, context) =>
    follow(context, body.target_user_id).then(() => null),
  'POST /rest/v1/rpc/unfollow_user': ({ body }, context) =>
    unfollow(context, body.target_user_id).then(() => null),
  'POST /rest/v1/rpc/get_public_profile_by_username': ({ body }, context) =>
    findProfile(context, body.p_username),
  'GET /functions/v1/people-search': ({ query }, context) => searchPeople(context, query),
  'GET /functions/v1/people-top': ({ query }, context) => listTopCreators(context, query),
  'GET /functions/v1/people-stats': (_input, context) => countFollows(context),
  'POST /functions/v1/people-follow': ({ body }, context) => changeFollowing(context, body),
})
