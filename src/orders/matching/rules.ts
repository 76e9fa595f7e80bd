import type { MatchRule } from '../../earnings/contract.ts'
import { addDays, dayMs } from '../../shared/time.ts'
import { zoneOf } from '../../shared/time-zone.ts'

/** A visit counts for a day; what was put in the cart by then counts until 89 days after the click (Amazon’s terms). */
const cartMs = 89 * dayMs

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

/** Why a verdict is what it is: the rule it was found by, or what kept the order from being anybody’s. */
type Cause =
  | Exclude<MatchRule, 'manual' | 'none'>
  | 'foreign_sub_tag'
  | 'no_product'
  | 'no_click'
  | 'several_creators'

type Words = { rule: MatchRule; confidence: 'high' | 'medium' | 'unknown'; reason: string }

/** What is said of each verdict. */
export const verdicts: Record<Cause, Words> = {
  sub_tag: found('sub_tag', 'high', 'The report names the creator’s short link.'),
  tracking_id: found('tracking_id', 'high', 'The report names a tracking id that is the creator’s.'),
  outbound_24h: found(
    'outbound_24h',
    'high',
    'Within 24 hours before the order the product was opened at Amazon through this creator’s links alone.',
  ),
  outbound_24h_several: found(
    'outbound_24h_several',
    'medium',
    'Within 24 hours before the order the product was opened at Amazon through several creators’ links; the last one counts.',
  ),
  view_24h: found(
    'view_24h',
    'medium',
    'Within 24 hours before the order the product was looked at through this creator’s links alone.',
  ),
  view_24h_several: found(
    'view_24h_several',
    'medium',
    'Within 24 hours before the order the product was looked at through several creators’ links; the last one counts.',
  ),
  cart_89d: found(
    'cart_89d',
    'medium',
    'In the 89 days before the order, while it may have lain in the cart, the product was clicked through this creator’s links alone.',
  ),
  foreign_sub_tag: nobodys(
    'The report has sub tags of our links, and this row has another one or none: it was bought elsewhere.',
  ),
  no_product: nobodys('Nobody has a product with this ASIN.'),
  no_click: nobodys('Nobody clicked a product with this ASIN in the 89 days before the order.'),
  several_creators: nobodys(
    'Several creators’ links were clicked in the 89 days before the order, and none within 24 hours.',
  ),
}

function found(rule: MatchRule, confidence: 'high' | 'medium', reason: string): Words {
  return { rule, confidence, reason }
}
function nobodys(reason: string): Words {
  return { rule: 'none', confidence: 'unknown', reason }
}

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
 * `writeVerdicts` of sql.ts says the same of many orders at once.
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
 * When clicks count for an order: within 24 hours from `dayFrom`, for the cart from `cartFrom`, until before `until`. A
 * click at the very instant of the order comes before it. A date without a clock is that whole day where reports are made.
 */
export function windowOf(
  { orderDate, orderedAt }: Pick<MatchableOrder, 'orderDate' | 'orderedAt'>,
  timeZone: string,
): { cartFrom: number; dayFrom: number; until: number } {
  const { startOf } = zoneOf(timeZone)
  const from = orderedAt ? +orderedAt + 1 : +startOf(orderDate)
  const until = orderedAt ? from : +startOf(addDays(orderDate, 1))
  return { cartFrom: from - cartMs, dayFrom: from - dayMs, until }
}
