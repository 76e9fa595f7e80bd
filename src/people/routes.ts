import { defineRoutes } from '../platform/http/routes.ts'
import { peopleContract } from './contract.ts'
import { follow, getOwnProfile, getProfile, unfollow } from './service.ts'

export const peopleRoutes = defineRoutes(peopleContract, {
  'GET /api/v1/me': (_input, context) => getOwnProfile(context),
  'GET /api/v1/profiles/:username': ({ params }, context) => getProfile(context, params.username),
  'POST /rest/v1/rpc/follow_user': ({ body }, context) =>
    follow(context, body.target_user_id).then(() => null),
  'POST /rest/v1/rpc/unfollow_user': ({ body }, context) =>
    unfollow(context, body.target_user_id).then(() => null),
})
