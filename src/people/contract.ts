import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { id } from '../shared/schemas.ts'

/** The person behind a product, as cards show them. */
export const author = z.object({
  first_name: z.string(),
  username: z.string(),
  avatar_url: z.string().nullable(),
})

export const publicProfile = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  /** The current name, which differs from the one asked for after a rename. */
  username: z.string(),
  avatar_url: z.string().nullable(),
  bio: z.string().nullable(),
  followers_count: z.number().int(),
  following_count: z.number().int(),
  products_count: z.number().int(),
})

export const ownProfile = publicProfile.extend({ email: z.string() })

/** A name as someone typed it into an address: any text, of which only a well-formed one can be somebody's. */
export const anyName = z.string().max(100).toLowerCase()

export const peopleContract = defineContract({
  'GET /api/v1/me': {
    summary: 'Your own profile',
    access: 'user',
    response: ownProfile,
  },
  'GET /api/v1/profiles/:username': {
    summary: 'A public profile, by current or former username',
    access: 'public',
    params: z.object({ username: anyName }),
    response: publicProfile,
  },
  'POST /rest/v1/rpc/follow_user': {
    summary: 'Follow someone; following twice changes nothing',
    access: 'user',
    body: z.object({ target_user_id: id }),
    response: z.null(),
  },
  'POST /rest/v1/rpc/unfollow_user': {
    summary: 'Stop following someone',
    access: 'user',
    body: z.object({ target_user_id: id }),
    response: z.null(),
  },
})
