import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { longest } from '../shared/fields/longest.ts'
import { linkSigns, linkTexts, maxLinks, readProfileLink } from '../shared/fields/profile-links.ts'
import { longestName } from '../shared/full-name.ts'
import { id, instant, text } from '../shared/schemas.ts'
import { hasVisibleCharacter } from '../shared/text.ts'
import { isUsername, usernameRule } from '../shared/username.ts'

/** The author of a product, as cards show them. */
export const author = z.object({
  first_name: z.string(),
  username: z.string(),
  avatar_url: z.string().nullable(),
})

const shownLink = z.object({ url: z.string(), name: z.string(), sign: z.enum(linkSigns) })

export const publicProfile = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  /** The current name, which differs from the one asked for after a rename. */
  username: z.string(),
  avatar_url: z.string().nullable(),
  bio: z.string().nullable(),
  /** The wide picture above the storefront. */
  cover_url: z.string().nullable(),
  /** Links to other places, each with the name and sign that it is shown by. */
  links: z.array(shownLink),
  followers_count: z.number().int(),
  following_count: z.number().int(),
  products_count: z.number().int(),
})

/** What is counted for admins is counted so far: more is as much. */
export const mostWaiting = 100
const counted = z.int().min(0).max(mostWaiting)

/** How much waits for an admin, of each kind. */
export const waiting = z.object({
  /** Orders under review, those whose evidence disagrees, and returns of which nobody knows whose they are. */
  orders: counted,
  /** Payouts of which a provider says something else. */
  payouts: counted,
  questions: counted,
  /** Flags on creators that nobody has seen. */
  flags: counted,
  reports: counted,
})

export const ownProfile = publicProfile.extend({
  email: z.string(),
  /** False for someone who has only ever signed in with Google or Apple. */
  has_password: z.boolean(),
  /** Whether they may open the admin pages. */
  is_admin: z.boolean(),
  /**
   * The first steps of a new account (docs/product/sign-in.md#first-steps), as far as no other field here says; null
   * once done or dismissed. `stand_in`: no handle could be made from the names.
   */
  first_steps: z.object({ handle: z.enum(['names', 'stand_in', 'chosen']) }).nullable(),
  /** Admins need two steps here, and this session has shown one: the admin pages wait for the other. */
  owes_two_steps: z.literal(true).optional(),
  /**
   * Somebody said that the account's passkeys and apps are lost: they are removed then, unless the person keeps them.
   */
  steps_drop_at: instant.optional(),
  /** There is an unread decision on them or their items (decision 51). */
  has_notices: z.literal(true).optional(),
  /** There is an unread answer to a question of theirs (decision 27). */
  has_answers: z.literal(true).optional(),
  /** Mails to them do not arrive (docs/product/ways.md#mails-that-do-not-arrive). */
  mails_bounce: z.literal(true).optional(),
  /** Nobody knows by which clock they live: their browser says it. */
  needs_zone: z.literal(true).optional(),
  /** How many news they have not read (docs/product/news.md#read-and-unread); absent for none. */
  unread_news: z.int().positive().optional(),
  /** To admins, what waits for one of them. */
  waiting: waiting.optional(),
})

const personName = (label: string) => text(longestName).refine(hasVisibleCharacter, `${label} is required`)

const links = z
  .array(
    z.string().transform((typed, refinement) => {
      const read = readProfileLink(typed)
      if ('url' in read) return read.url
      refinement.addIssue(read.fault)
      return z.NEVER
    }),
  )
  .max(maxLinks, linkTexts.tooMany)
  .transform((all) => [...new Set(all)])

/** What the profile page saves (docs/product/profile.md#fields); absent fields stay. */
export const profileChanges = z
  .object({
    first_name: personName('First name'),
    last_name: personName('Last name'),
    /** Sending the current one keeps it, and records it as chosen. */
    username: z.string().trim().toLowerCase().refine(isUsername, usernameRule),
    /** The address of an uploaded avatar of one's own; null for none. */
    avatar_url: z.string().min(1).max(300).nullable(),
    bio: text(longest.bio)
      .transform((bio) => bio || null)
      .nullable(),
    /** The address of an uploaded picture of one's own; null for none. */
    cover_url: z.string().min(1).max(300).nullable(),
    /** At most eight, of an account with a proven address alone. */
    links,
    /** Ends the first steps, done or not. */
    first_steps: z.null(),
  })
  .partial()

/** A name typed into an address: any text, of which only a well-formed one can be a username. */
export const anyName = z.string().max(100).toLowerCase()

export const peopleContract = defineContract({
  'GET /api/v1/me': {
    summary: 'Your own profile',
    access: 'user',
    response: ownProfile,
  },
  'PATCH /api/v1/me': {
    summary: 'Changes your own profile',
    access: 'user',
    body: profileChanges,
    response: ownProfile,
  },
  'GET /api/v1/usernames/:username': {
    summary: 'Whether you could take a username (your own, present and former, count as available)',
    access: 'user',
    params: z.object({ username: z.string().toLowerCase() }),
    response: z.object({ status: z.enum(['available', 'taken', 'invalid']) }),
  },
  'GET /api/v1/profiles/:username': {
    summary:
      'A public profile, by current or former username; for a signed-in caller, whether they follow it',
    access: 'public',
    lags: true,
    params: z.object({ username: anyName }),
    response: publicProfile.extend({
      /** Null for anonymous callers. */
      is_following: z.boolean().nullable(),
    }),
  },
})
