import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { fileFormats, mediaTypes } from '../../shared/export-file.ts'
import { marketplaceCode, page, text } from '../../shared/schemas.ts'
import { order, orderStates } from '../review/contract.ts'

/** How a list of orders can be sorted. */
export const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const
export type OrderSort = (typeof orderSorts)[number]

const usd = z.coerce.number().min(-1_000_000_000).max(1_000_000_000).optional()

/** Which orders, and how they are sorted; the same for the list and the file. */
const listed = z.object({
  state: z.enum(orderStates).default('all'),
  q: text(200).optional(),
  /** The first and the last day. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** The minimum and the maximum of the commission, in whole units of the order's currency. */
  min: usd,
  max: usd,
  marketplace: marketplaceCode.optional(),
  /** By day or by commission. Without it the newest come first, and orders with ledger rows by their first row. */
  sort: z.enum(orderSorts).optional(),
})
export type ListedOrders = z.output<typeof listed>

/**
 * The table of orders, for admins: search and export (decision 26).
 */
export const orderListContract = defineContract({
  'GET /api/v1/admin/orders': {
    summary:
      'Orders by state, the newest first unless `sort` says otherwise, 50 a page. `q` finds parts of order item ids, words of titles, ASINs, sub tags, tracking ids and creators',
    access: 'admin',
    query: listed.extend({
      /** Contains an order item's id, which may be long. */
      cursor: z.string().max(2500).optional(),
    }),
    response: page(order),
  },
  'GET /api/v1/admin/export/orders': {
    summary: 'The same orders as a file, all of them',
    access: 'admin',
    query: listed.extend({ format: z.enum(fileFormats).default('csv') }),
    response: z.unknown(),
    produces: Object.values(mediaTypes),
  },
})
