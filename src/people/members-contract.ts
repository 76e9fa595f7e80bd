import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { id, instant, page, text } from '../shared/schemas.ts'
import { publicProfile } from './contract.ts'

/** A person in a list (docs/product/people.md#member-search). It never has an e-mail address. */
export const member = publicProfile
  .pick({ id: true, first_name: true, last_name: true, username: true, avatar_url: true, bio: true })
  .extend({
    followers_count: z.number().int(),
    /** Whether the caller follows them; false for anonymous callers. */
    is_following: z.boolean(),
  })

/** A person's id, as we write it. */
const personId = id.toLowerCase()

/** The person to follow or unfollow, in the remote procedures. */
const target = z.object({ target_user_id: personId })

/** Finding and following people: remote procedures, functions, and the list of followed people. */
export const membersContract = defineContract({
  'GET /api/v1/me/following': {
    summary: 'The people you follow, the last followed first, 20 a page',
    access: 'user',
    query: z.object({ cursor: z.string().max(100).optional() }),
    response: page(member).extend({
      /** How many they are in all. */
      following_count: z.number().int(),
    }),
  },
  'POST /api/v1/me/following/visit': {
    summary: 'Record up to when you have seen what the people you follow have shared',
    access: 'user',
    /** As the feed has said it. */
    body: z.object({ until: instant }),
    response: z.undefined(),
    status: 204,
  },
  'POST /rest/v1/rpc/follow_user': {
    summary: 'Follow someone; following twice changes nothing',
    access: 'user',
    body: target,
    response: z.null(),
  },
  'POST /rest/v1/rpc/unfollow_user': {
    summary: 'Stop following someone',
    access: 'user',
    body: target,
    response: z.null(),
  },
  'POST /rest/v1/rpc/get_public_profile_by_username': {
    summary: 'The public profile with a current or former username, or none, as an array',
    access: 'public',
    body: z.object({ p_username: z.string().max(100).toLowerCase() }),
    response: z.array(publicProfile),
  },
  'GET /functions/v1/people-search': {
    summary:
      'People by part of their name or username; case and accents do not matter. One or two letters: the beginning',
    access: 'user',
    query: z.object({
      q: text(100).min(1, 'Please enter a text to search for.'),
      limit: z.coerce.number().int().min(1).max(50).default(50),
    }),
    response: z.object({ users: z.array(member), count: z.number().int(), error: z.string().optional() }),
  },
  'GET /functions/v1/people-top': {
    summary:
      'The creators whose products were clicked most in the last 7 days; ties by followers, then by name',
    access: 'public',
    query: z.object({
      /** Leaves out the caller, and people whom the caller follows. */
      exclude_following: z.stringbool().default(true),
      limit: z.coerce.number().int().min(1).max(50).default(5),
    }),
    response: z.object({ creators: z.array(member), count: z.number().int() }),
  },
  'GET /functions/v1/people-stats': {
    summary: 'How many people you follow, and how many follow you',
    access: 'user',
    response: z.object({ following_count: z.number().int(), followers_count: z.number().int() }),
  },
  'POST /functions/v1/people-follow': {
    summary: 'Follow or unfollow someone; doing it twice changes nothing',
    access: 'user',
    body: z.object({ userId: personId, action: z.enum(['follow', 'unfollow']) }),
    response: z.object({
      success: z.boolean(),
      action: z.enum(['follow', 'unfollow']),
      userId: id,
      /** How many people the caller follows now. */
      following_count: z.number().int(),
      /** How many people follow `userId` now. */
      followers_count: z.number().int(),
      error: z.string().optional(),
    }),
  },
})
