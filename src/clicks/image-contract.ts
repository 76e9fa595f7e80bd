import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { id } from '../shared/schemas.ts'

/** How readers without scripts are counted (decisions: who is a person). */
export const viewImageContract = defineContract({
  'GET /api/v1/products/:id/view.gif': {
    summary: 'An empty image by which a product’s page counts a reader without scripts, as a view',
    access: 'public',
    params: z.object({ id }),
    response: z.unknown(),
    produces: ['image/gif'],
  },
})
