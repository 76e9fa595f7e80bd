import type { Media } from '../media/service.ts'
import { defineRoutes } from '../platform/http/route.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { peopleContract } from './contract.ts'
import { checkUsername, getOwnProfile, getProfile, updateProfile } from './index.ts'

export const createPeopleRoutes = ({ media, lookups }: { media: Media; lookups: RateLimiter }) =>
  defineRoutes(peopleContract, {
    'GET /api/v1/me': (_input, context) => getOwnProfile(context),
    'PATCH /api/v1/me': ({ body }, context) => updateProfile(context, media, body),
    'GET /api/v1/usernames/:username': ({ params }, context) =>
      checkUsername(context, lookups, params.username),
    'GET /api/v1/profiles/:username': ({ params }, context) => getProfile(context, params.username),
  })
