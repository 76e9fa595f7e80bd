import { cartDays, visitHours } from '../../../shared/attribution.ts'
import { addDays, dayMs, hourMs } from '../../../shared/time.ts'
import { zoneOf } from '../../../shared/time-zone.ts'
import { type Cause, verdicts } from '../rules.ts'

/** What of an order decides whose it is. */
export type MatchableOrder = {
  marketplace: string
  asin: string
  /** As `2026-11-03`. */
  orderDate: string
  orderedAt: Date | null
  subTag: string | null
  trackingId: string | null
  /** Some row of the report has a sub tag of ours. */
  fileHasOwnSubTags: boolean
}

export type MatchableProduct = {
  id: string
  payeeId: string
  marketplace: string
  asin: string
  asinIsMadeUp: boolean
  /** The first one first. */
  shortLinkIds: string[]
}

type MatchableClick = {
  id: string
  productId: string
  kind: 'view' | 'outbound'
  outcome: string
  clickedAt: Date
}

type TrackingId = {
  tag: string
  marketplace: string
  payeeId: string
  validFrom: string
  validTo: string | null
}

/** All there is to decide by. */
export type World = { products: MatchableProduct[]; clicks: MatchableClick[]; trackingIds: TrackingId[] }

export type Verdict = {
  cause: Cause
  /** Null where the order is nobody’s. */
  payeeId: string | null
  productId: string | null
  shortLinkId: string | null
  /** The click it went by, or the last one on what the report names. */
  click: { kind: 'view' | 'outbound'; clickedAt: Date } | null
  /** Of how many creators the clicks are that it was decided by. */
  creators: number | null
}

/**
 * Whose an order is (decisions: Matching). The strongest evidence decides: sub tag, tracking id, presses on the way to
 * Amazon, views; of equal evidence the last click. Depends on nothing but what it is given, in any order.
 * `writeVerdicts` of sql.ts says the same of many orders at once, and tests compare the two.
 */
export function matchOrder(order: MatchableOrder, world: World, timeZone: string): Verdict {
  const window = windowOf(order, timeZone)
  const clicks = world.clicks
    .filter(({ outcome }) => outcome === 'counted' || outcome === 'repeat')
    .filter(({ clickedAt }) => window.cartFrom <= +clickedAt && +clickedAt < window.until)
    .sort(byTime)
  const lastOn = (products: MatchableProduct[]) =>
    clicks.findLast(({ productId }) => products.some(({ id }) => id === productId))

  const linked = world.products.find(({ shortLinkIds }) => shortLinkIds.some((id) => id === order.subTag))
  if (linked) return { ...credit('sub_tag', linked, lastOn([linked]), null), shortLinkId: order.subTag }

  const sameAsin = world.products.filter(
    ({ marketplace, asin, asinIsMadeUp }) =>
      marketplace === order.marketplace && asin === order.asin && !asinIsMadeUp,
  )
  const tracked = world.trackingIds.find((tracking) => isValid(tracking, order))
  if (tracked) {
    const own = sameAsin.filter(({ payeeId }) => payeeId === tracked.payeeId)
    const last = lastOn(own)
    const product = own.find(({ id }) => id === last?.productId) ?? (own.length === 1 ? own[0] : undefined)
    return { ...credit('tracking_id', product, last, null), payeeId: tracked.payeeId }
  }

  if (order.fileHasOwnSubTags) return nobody('foreign_sub_tag')
  if (sameAsin.length === 0) return nobody('no_product')
  return byClicks()

  function byClicks(): Verdict {
    const ofAsin = clicks.filter(({ productId }) => sameAsin.some(({ id }) => id === productId))
    const recent = ofAsin.filter(({ clickedAt }) => window.dayFrom <= +clickedAt)
    const presses = recent.filter(({ kind }) => kind === 'outbound')
    if (presses.length > 0) return lastOf(presses, 'outbound_24h', 'outbound_24h_several')
    if (recent.length > 0) return lastOf(recent, 'view_24h', 'view_24h_several')
    if (ofAsin.length > 0) return lastOf(ofAsin, 'cart_89d', 'several_creators')
    return nobody('no_click')
  }

  function lastOf(evidence: MatchableClick[], ofOne: Cause, ofSeveral: Cause): Verdict {
    const clicked = sameAsin.filter(({ id }) => evidence.some(({ productId }) => productId === id))
    const creators = new Set(clicked.map(({ payeeId }) => payeeId)).size
    const cause = creators === 1 ? ofOne : ofSeveral
    if (verdicts[cause].confidence === 'unknown') return { ...nobody(cause), creators }
    const last = evidence.at(-1)
    return credit(
      cause,
      clicked.find(({ id }) => id === last?.productId),
      last,
      creators,
    )
  }
}

const nobody = (cause: Cause): Verdict => ({
  cause,
  payeeId: null,
  productId: null,
  shortLinkId: null,
  click: null,
  creators: null,
})

const credit = (
  cause: Cause,
  product: MatchableProduct | undefined,
  click: MatchableClick | undefined,
  creators: number | null,
): Verdict => ({
  cause,
  payeeId: product?.payeeId ?? null,
  productId: product?.id ?? null,
  shortLinkId: product?.shortLinkIds[0] ?? null,
  click: click ? { kind: click.kind, clickedAt: click.clickedAt } : null,
  creators,
})

const compare = <T>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0)

/** Two clicks at one instant are told apart by their products, and those of one product by their ids. */
const byTime = (one: MatchableClick, other: MatchableClick) =>
  compare(+one.clickedAt, +other.clickedAt) ||
  compare(one.productId, other.productId) ||
  compare(one.id, other.id)

const isValid = ({ tag, marketplace, validFrom, validTo }: TrackingId, order: MatchableOrder) =>
  tag === order.trackingId &&
  marketplace === order.marketplace &&
  validFrom <= order.orderDate &&
  (validTo === null || order.orderDate < validTo)

/**
 * When clicks count for an order: those of the day’s visits from `dayFrom`, for the cart from `cartFrom`, until before `until`. A
 * click at the very instant of the order comes before it. A date without a clock is that whole day where reports are made.
 */
export function windowOf(
  { orderDate, orderedAt }: Pick<MatchableOrder, 'orderDate' | 'orderedAt'>,
  timeZone: string,
): { cartFrom: number; dayFrom: number; until: number } {
  const { startOf } = zoneOf(timeZone)
  const from = orderedAt ? +orderedAt + 1 : +startOf(orderDate)
  const until = orderedAt ? from : +startOf(addDays(orderDate, 1))
  return { cartFrom: from - cartDays * dayMs, dayFrom: from - visitHours * hourMs, until }
}
