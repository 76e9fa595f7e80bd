import { z } from 'zod'
import { isMarketplace } from './amazon/marketplaces.ts'
import { isTimeZone } from './dates/time-zone.ts'
import { withoutTurns } from './text.ts'

/** PostgreSQL's text allows no NUL, and half a surrogate pair is not valid text. */
export const storable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Text that a person typed, trimmed and without signs that turn its direction, at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .overwrite(withoutTurns)
    .trim()
    .max(max, `Use at most ${max.toLocaleString('en-US')} characters.`)
    .refine(storable, 'This text contains characters that cannot be stored.')

/** Optional text: empty becomes null. */
export const optionalText = (max: number) =>
  text(max)
    .transform((value) => value || null)
    .nullish()
    .transform((value) => value ?? null)

export const id = z.uuid()

/** A category's slug, or another word of that form. */
export const slug = z.string().regex(/^[a-z0-9-]{1,100}$/)

/** An instant as ISO 8601 text in UTC. */
export const instant = z.iso.datetime({ offset: true })

/** A month of a year. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-11.')

/** One of Amazon's marketplaces, by our code. */
export const marketplaceCode = z
  .string()
  .refine(isMarketplace, 'This is no Amazon marketplace. Use a code such as us or uk.')

/** One page of a list; `next_cursor` is null on the last one. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

/** An IANA time zone. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'Use an IANA time zone such as Europe/Madrid.')
