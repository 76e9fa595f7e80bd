import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, instant } from '../../shared/schemas.ts'

/** Why a product's day looks wrong: most views from one network, or more limited than counted. */
export const clickMeasures = ['one_network', 'limited'] as const

const clickFlag = z.object({
  product_id: id,
  short_link_id: z.string(),
  asin: z.string(),
  title: z.string(),
  username: z.string(),
  /** The day, in UTC. */
  day: z.iso.date(),
  measures: z.array(z.enum(clickMeasures)),
  /** Counted views, and those above the limit of their address. */
  views: z.int(),
  limited: z.int(),
  /** How many networks those counted views came from. */
  networks: z.int(),
  /** Counted views of the network that had the most. */
  largest: z.int(),
  /** Who reviewed this product's flags last, and up to which day. A newer day, or twice the clicks, shows it again. */
  seen: z.object({ day: z.iso.date(), at: instant, by: z.string().nullable() }).nullable(),
  /** Whether this one was reviewed. */
  is_seen: z.boolean(),
})

/** Products whose clicks look wrong, for admins. Nothing is counted differently because of it (decision 6). */
export const clickFlagsContract = defineContract({
  'GET /api/v1/admin/click-flags': {
    summary:
      'Products with suspicious clicks on a day of the last week, at most 100: unreviewed ones first, then the newest and largest',
    access: 'admin',
    response: z.object({ items: z.array(clickFlag) }),
  },
  'POST /api/v1/admin/click-flags/:id/seen': {
    summary: 'Mark a product’s flags as seen up to a day; only newer evidence shows it again',
    access: 'admin',
    second: 'not_own',
    params: z.object({ id }),
    body: z.object({
      /** The day that was reviewed, and how many views it had then, limited ones included. */
      day: z.iso.date(),
      clicks: z.int().min(0).max(2_147_483_647),
    }),
    response: clickFlag,
  },
})
