import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import type { WayKind } from '../../shared/news/ways.ts'
import { wayKinds, ways } from '../../shared/news/ways.ts'
import { id, instant, timeZone } from '../../shared/schemas.ts'

const kind = z.enum(wayKinds as [WayKind, ...WayKind[]])
const hour = z.int().min(0).max(23)

/** Hours of one's own clock between which nothing disturbs; they may go over midnight. */
const quiet = z
  .object({ from: hour, to: hour })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Choose another hour than the first.' })

const ownWays = z.object({
  /** Where nothing is chosen, it is as offered at first (docs/product/ways.md#what-comes-on-which-way). */
  choices: z.array(z.object({ kind, way: z.enum(ways), is_on: z.boolean() })),
  time_zone: z.string().nullable(),
  quiet: z.object({ from: hour, to: hour }).nullable(),
  /** Where mails go. */
  email: z.string(),
  /** Nobody has proved that address: no news go there. */
  is_unproven: z.boolean(),
  /** Since when mails to it do not arrive. */
  bounces_since: instant.nullable(),
  /** The key to which browsers subscribe (VAPID). */
  push_key: z.string(),
  devices: z.array(z.object({ id, device: z.string(), added_at: instant, is_current: z.boolean() })),
})
export type OwnWays = z.output<typeof ownWays>

/** What somebody has chosen of their news, in the export of their data. */
export const exportedWays = z.object({
  news_choices: z.array(z.object({ kind: z.string(), way: z.enum(ways), is_on: z.boolean() })),
  news_settings: z
    .object({ time_zone: z.string().nullable(), quiet: z.object({ from: hour, to: hour }).nullable() })
    .nullable(),
})

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      'This is no key of a browser.',
    )

/** On which ways somebody gets which news (docs/product/ways.md#the-page). */
export const ownWaysContract = defineContract({
  'GET /api/v1/me/ways': {
    summary: 'On which ways you get news, your quiet hours, and the browsers that get messages',
    access: 'user',
    response: ownWays,
  },
  'PUT /api/v1/me/ways/choices/:kind/:way': {
    summary: 'Choose whether news of a kind come on a way',
    access: 'user',
    params: z.object({ kind, way: z.enum(ways) }),
    body: z.object({ is_on: z.boolean() }),
    response: ownWays,
  },
  'PUT /api/v1/me/ways/quiet': {
    summary: 'Set your quiet hours, or none',
    access: 'user',
    body: z.object({ quiet: quiet.nullable() }),
    response: ownWays,
  },
  'PUT /api/v1/me/ways/zone': {
    summary: 'Set your time zone; what a browser says counts only while none is known',
    access: 'user',
    body: z.object({ time_zone: timeZone, by: z.enum(['browser', 'hand']) }),
    response: z.undefined(),
    status: 204,
  },
  'PUT /api/v1/me/ways/device': {
    summary: 'Send messages to this browser, as long as this session lasts',
    access: 'user',
    body: z.object({
      /** As the browser’s push service gave it. */
      endpoint: z.string().max(1_000),
      keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
    }),
    response: z.undefined(),
    status: 204,
  },
  'DELETE /api/v1/me/ways/devices/:id': {
    summary: 'Send no more messages to a browser',
    access: 'user',
    params: z.object({ id }),
    response: z.undefined(),
    status: 204,
  },
  'POST /api/v1/me/ways/test-mail': {
    summary: 'Send yourself a mail, to see whether mails arrive',
    access: 'user',
    response: z.undefined(),
    status: 204,
  },
})

const stop = z.object({
  /** What the mails are about. */
  kind,
  is_on: z.boolean(),
})
const token = z.string().min(1).max(200)

/** Stopping mails of a kind by their link, without signing in (docs/product/ways.md#stopping-without-signing-in). */
export const stopsContract = defineContract({
  'POST /api/v1/mail-stops/check': {
    summary: 'What the link of a mail would stop, without doing it',
    access: 'public',
    body: z.object({ token }),
    response: stop,
  },
  'POST /api/v1/mail-stops/use': {
    summary: 'Stops the mails that a link is of, or sends them again',
    access: 'public',
    body: z.object({ token, is_on: z.boolean().default(false) }),
    response: stop,
  },
})

/** What mail programs and mail servers call (docs/product/ways.md#mails-that-do-not-arrive). */
export const mailProgramsContract = defineContract({
  'POST /api/v1/mail-stops/:token': {
    summary: 'Stops the mails that a link is of, as mail programs do by their own button (RFC 8058)',
    access: 'public',
    params: z.object({ token }),
    consumes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
    body: z.string().max(4_000).nullish(),
    response: z.undefined(),
    status: 204,
  },
  'POST /api/v1/mail-reports': {
    summary: 'Says that a mail did not arrive: JSON with its Message-ID, or a report as of RFC 3464',
    access: 'public',
    consumes: ['application/json', 'message/rfc822', 'message/delivery-status', 'text/plain'],
    body: z.string().nullish(),
    response: z.undefined(),
    status: 204,
  },
})

const counted = z.int()

/** What the operator knows of the ways (docs/product/admin.md#news). */
export const sentNewsContract = defineContract({
  'GET /api/v1/admin/sent-news': {
    summary:
      'How much news was sent in 30 days, failed and was stopped, by kind and way, and where mails do not arrive',
    access: 'admin',
    response: z.object({
      items: z.array(
        z.object({
          kind,
          way: z.enum(['mail', 'push']),
          sent: counted,
          failed: counted,
          /** How many people have switched it off in these days, and have it off. */
          stopped: counted,
          /** How many of them by the link of a mail. */
          stopped_by_link: counted,
        }),
      ),
      /** Accounts whose mails do not arrive now, and those of which that has begun in these days. */
      bouncing: counted,
      bounced: counted,
    }),
  },
})
