import { z } from 'zod'
import { id, instant } from '../../shared/schemas.ts'

const metadata = z.record(z.string(), z.unknown())

/** An account in an export: everything except secrets that would let its reader sign in. */
export const exportedAccount = z.object({
  id,
  email: z.string(),
  /** When a followed mail or a provider proved the address; null while it is unproven. */
  email_verified_at: instant.nullable(),
  role: z.string(),
  user_metadata: metadata,
  has_password: z.boolean(),
  created_at: instant,
  updated_at: instant,
  last_sign_in_at: instant.nullable(),
  identities: z.array(
    z.object({
      provider: z.string(),
      provider_id: z.string(),
      identity_data: metadata,
      created_at: instant,
      updated_at: instant,
      last_sign_in_at: instant.nullable(),
    }),
  ),
  /** The factors; `verified_at` is null while one is being set up. */
  factors: z.array(
    z.object({
      type: z.string(),
      friendly_name: z.string(),
      verified_at: instant.nullable(),
      created_at: instant,
    }),
  ),
  /** Their names, and when they were used; their keys mean nothing to a reader. */
  passkeys: z.array(z.object({ name: z.string(), created_at: instant, last_used_at: instant.nullable() })),
  /** Ended ones too, as long as they are stored. */
  sessions: z.array(
    z.object({
      /** The user agent. */
      user_agent: z.string().nullable(),
      method: z.string(),
      created_at: instant,
      refreshed_at: instant,
      ended_at: instant.nullable(),
      ended_reason: z.string().nullable(),
    }),
  ),
})
