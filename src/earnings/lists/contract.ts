import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id } from '../../shared/schemas.ts'

const count = z.int().nonnegative()

/** What came through links of a list. Orders and earnings are of its owner's own products alone. */
const brought = {
  views: count,
  presses: count,
  orders: count,
  /** The owner's part, in US dollars. */
  earnings_usd: z.number(),
}

export const listFiguresContract = defineContract({
  'GET /api/v1/me/lists/:id/figures': {
    summary:
      'What a list of your own has brought: views and presses of all its products, orders and earnings of yours',
    access: 'user',
    params: z.object({ id }),
    response: z.object({
      /** All that ever came through its links, those of products that are no longer in it too. */
      ...brought,
      /** Its present products that have a link. */
      items: z.array(z.object({ item_id: id, ...brought })),
    }),
  },
})
export type ListFigures = z.output<
  (typeof listFiguresContract)['GET /api/v1/me/lists/:id/figures']['response']
>
