import { dayMs } from '../../../shared/time.ts'

/** A sale in one format: an order of Folio's CSV, or a purchase in Fee-Earnings. */
export type Sale = {
  id: string
  asin: string
  cents: number
  sub_tag: string | null
  tracking_id: string | null
  /** The day it was ordered, or shipped. */
  day: string
  title: string
}
export type SamePair = { folio_item_id: string; fee_item_id: string }
export type DuplicateDecision = SamePair & { is_same_sale: boolean }
export type Duplicate = { order: Sale; row: Sale }

/** The maximum of days between the order and its shipping. */
export const maxDays = 30

/** Tags are compared in any case: a program may have written them in capitals. */
const isSame = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase()
const agree = (one: string | null, other: string | null) =>
  one === null || other === null || isSame(one, other)

/** How well the tags of two sales agree, 0 is best; null if they contradict each other. */
function distance(order: Sale, row: Sale): 0 | 1 | 2 | null {
  if (!agree(order.sub_tag, row.sub_tag) || !agree(order.tracking_id, row.tracking_id)) return null
  if (isSame(order.sub_tag, row.sub_tag) && isSame(order.tracking_id, row.tracking_id)) return 0
  return order.sub_tag !== null && isSame(order.sub_tag, row.sub_tag) ? 1 : 2
}

function isShippedInTime(order: Sale, row: Sale): boolean {
  const days = (Date.parse(row.day) - Date.parse(order.day)) / dayMs
  return days >= 0 && days <= maxDays
}

const inOrder = (sales: Sale[]) =>
  sales.toSorted((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1))
const kindOf = ({ asin, cents }: Sale) => `${asin} ${cents}`
const pairOf = (folioId: string, feeId: string) => JSON.stringify([folioId, feeId])

/** Whether an order and a row may be one sale, by their data. */
const mayBeOne = (order: Sale, row: Sale) =>
  kindOf(row) === kindOf(order) && isShippedInTime(order, row) && distance(order, row) !== null

/** The last decision on a pair, and both sales as reported now: null for one that no paying report has. */
export type DecidedDuplicate = {
  is_same_sale: boolean
  order: Sale | null
  row: Sale | null
  /** One of the two is the same sale as another. */
  is_taken: boolean
}

/** Why the decision on a pair can no longer be changed; null if it can. */
export function whySettled({ is_same_sale, order, row, is_taken }: DecidedDuplicate): string | null {
  if (!order || !row) return 'They are no longer both in reports that pay.'
  if (is_same_sale) return null
  if (is_taken) return 'One of the two is the same sale as another already.'
  return mayBeOne(order, row) ? null : 'By what reports say now, the two cannot be one sale.'
}

/**
 * Likely duplicates that nobody has decided on: orders and rows of one product and amount, with tags that do not
 * contradict each other, shipped within thirty days. Each order and each row is in at most one pair, counting pairs
 * that are one sale already (`sales`). Pairs whose tags agree best come first, then the earliest. The result does not
 * depend on the order of the input (decision 42).
 */
export function undecidedDuplicates({
  orders,
  rows,
  decisions,
  sales,
}: {
  orders: Sale[]
  rows: Sale[]
  decisions: DuplicateDecision[]
  sales: SamePair[]
}): Duplicate[] {
  const said = new Set(decisions.map((one) => pairOf(one.folio_item_id, one.fee_item_id)))
  const ofKind = Map.groupBy(inOrder(rows), kindOf)
  const taken = new Set(sales.flatMap((one) => [`order ${one.folio_item_id}`, `row ${one.fee_item_id}`]))
  const candidates = inOrder(orders).map((order) => ({ order, rows: ofKind.get(kindOf(order)) ?? [] }))
  const duplicates: Duplicate[] = []
  for (const level of [0, 1, 2] as const)
    for (const { order, rows: alike } of candidates) {
      if (taken.has(`order ${order.id}`)) continue
      const row = alike.find(
        (one) =>
          !taken.has(`row ${one.id}`) &&
          !said.has(pairOf(order.id, one.id)) &&
          isShippedInTime(order, one) &&
          distance(order, one) === level,
      )
      if (!row) continue
      taken.add(`order ${order.id}`).add(`row ${row.id}`)
      duplicates.push({ order, row })
    }
  return duplicates
}

/**
 * The decisions that follow from a decision on some pairs. An order that is another sale than a row is also another
 * than all equal rows, or each of these would be asked about in turn.
 */
export const decisionsOf = (
  duplicates: Duplicate[],
  rows: Sale[],
  isSameSale: boolean,
): DuplicateDecision[] =>
  duplicates.flatMap(({ order, row }) =>
    (isSameSale ? [row] : [row, ...rows.filter((one) => one.id !== row.id && mayBeOne(order, one))]).map(
      ({ id }) => ({ folio_item_id: order.id, fee_item_id: id, is_same_sale: isSameSale }),
    ),
  )
