import type { z } from 'zod'
import type { Actor } from '../platform/context.ts'
import { shownLink } from '../shared/fields/profile-links.ts'
import type { ownProfile, publicProfile } from './contract.ts'
import type { MemberRow } from './following/sql.ts'
import type { member } from './members-contract.ts'
import type { ProfileRow } from './profiles/sql.ts'

/** What a profile and a list of people have in common. */
const serializePerson = (row: Omit<MemberRow, 'is_following'>) => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  username: row.username,
  avatar_url: row.avatar_url,
  bio: row.bio,
  followers_count: row.followers_count,
})

/** A profile as anyone may see it. */
export const serializeProfile = (row: ProfileRow): z.input<typeof publicProfile> => ({
  ...serializePerson(row),
  cover_url: row.cover_url,
  links: row.links.map(shownLink),
  following_count: row.following_count,
  products_count: row.products_count ?? 0,
})

type HandleOrigin = NonNullable<z.input<typeof ownProfile>['first_steps']>['handle']

/** A profile as only its owner may see it. */
export const serializeOwnProfile = (
  row: ProfileRow,
  { assurance }: Actor,
  waiting?: z.input<typeof ownProfile>['waiting'],
): z.input<typeof ownProfile> => ({
  ...serializeProfile(row),
  email: row.email,
  has_password: Boolean(row.has_password),
  is_admin: row.role === 'admin',
  first_steps: row.first_steps_over ? null : { handle: row.handle_origin as HandleOrigin },
  ...(assurance?.owesTwoSteps && { owes_two_steps: true as const }),
  ...(assurance?.stepsDropAt && { steps_drop_at: assurance.stepsDropAt.toISOString() }),
  ...(row.has_notices && { has_notices: true as const }),
  ...(row.has_answers && { has_answers: true as const }),
  ...(row.mails_bounce && { mails_bounce: true as const }),
  ...(!row.has_zone && { needs_zone: true as const }),
  ...(row.unread_news ? { unread_news: row.unread_news } : {}),
  ...(waiting && { waiting }),
})

/** A person in a list. */
export const serializeMember = (row: MemberRow): z.input<typeof member> => ({
  ...serializePerson(row),
  is_following: row.is_following,
})
