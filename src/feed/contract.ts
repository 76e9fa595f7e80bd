import { z } from 'zod'
import { productCard } from '../folio/contract.ts'
import { anyName } from '../people/contract.ts'
import { defineContract } from '../shared/contract.ts'
import { page, slug } from '../shared/schemas.ts'

export const feedContract = defineContract({
  'GET /api/v1/feed': {
    summary: 'The public feed, newest first, 40 a page',
    access: 'public',
    query: z.object({
      /** A category's slug. */
      category: slug.optional(),
      cursor: z.string().max(100).optional(),
    }),
    response: page(productCard),
  },
  'GET /api/v1/profiles/:username/products': {
    summary: "A person's public products, newest first, 40 a page",
    access: 'public',
    params: z.object({ username: anyName }),
    query: z.object({ cursor: z.string().max(100).optional() }),
    response: page(productCard),
  },
})
