import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, page } from '../../shared/schemas.ts'
import { order } from '../review/contract.ts'

/** The numbers of a run that lead to their orders, named as in its results. */
export const runFigures = [
  'total',
  'matched',
  'high_confidence',
  'medium_confidence',
  'no_match',
  'left_alone',
  'timed_out',
  'processed',
  'unchanged',
] as const
export type RunFigure = (typeof runFigures)[number]

/** The orders behind the numbers of a matching or a calculation. */
export const runOrdersContract = defineContract({
  'GET /api/v1/admin/runs/:id/orders': {
    summary: 'The orders behind a number of a run, as they are now, by their ids, 50 a page',
    access: 'admin',
    params: z.object({ id }),
    query: z.object({
      figure: z.enum(runFigures),
      /** Contains an order item’s id, which may be long. */
      cursor: z.string().max(2500).optional(),
    }),
    response: page(order),
  },
})
