import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id } from '../../shared/schemas.ts'

/** What looks wrong of a product's day: most views from one network, or more limited than counted. */
export const clickMeasures = ['one_network', 'limited'] as const

const clickFlag = z.object({
  product_id: id,
  short_link_id: z.string(),
  asin: z.string(),
  title: z.string(),
  username: z.string(),
  /** In UTC. */
  day: z.iso.date(),
  measures: z.array(z.enum(clickMeasures)),
  /** Counted views, and those that were too many for their address. */
  views: z.int(),
  limited: z.int(),
  networks: z.int(),
  /** Counted views of the network that had the most. */
  largest: z.int(),
})

/** Products whose clicks look wrong, for admins. Nothing is counted otherwise by it (decision 45). */
export const clickFlagsContract = defineContract({
  'GET /api/v1/admin/click-flags': {
    summary: 'Products whose clicks of a day look wrong, of the last week: the 100 newest and largest',
    access: 'admin',
    response: z.object({ items: z.array(clickFlag) }),
  },
})
