import { z } from 'zod'
import { instant } from '../shared/schemas.ts'

const someone = z.object({ username: z.string(), since: instant })

/** A person's profile in the export of their data. */
export const exportedPerson = z.object({
  profile: z.object({
    first_name: z.string(),
    last_name: z.string(),
    username: z.string(),
    avatar_url: z.string().nullable(),
    bio: z.string().nullable(),
    cover_url: z.string().nullable(),
    links: z.array(z.string()),
    created_at: instant,
    updated_at: instant,
  }),
  /** The current one and all former ones, oldest first. */
  usernames: z.array(someone),
  following: z.array(someone),
  followers: z.array(someone),
  /** Up to where the person has seen what followed people share, and when they last looked; null before. */
  following_seen: z.object({ until: instant, looked_at: instant }).nullable(),
})
