import { cartDays, visitHours } from '../../../shared/attribution.ts'
import { zoneOf } from '../../../shared/dates/time-zone.ts'
import { addDays, dayMs, hourMs } from '../../../shared/time.ts'
import type { Cause } from '../rules.ts'

/** What decides whose an order is. */
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
  /** The oldest first. */
  shortLinkIds: string[]
}

type MatchableClick = {
  id: string
  productId: string
  kind: 'view' | 'outbound'
  outcome: string
  clickedAt: Date
  /** The visitor's digest of a day (UTC). */
  visitor: string
  /** Null for clicks that were recorded without a network. */
  network: string | null
  /** A view's own event; for a press, that of the view it names. */
  viewEventId: string | null
}

type TrackingId = {
  tag: string
  marketplace: string
  payeeId: string
  validFrom: string
  validTo: string | null
}

/** Everything that a decision depends on. */
export type World = { products: MatchableProduct[]; clicks: MatchableClick[]; trackingIds: TrackingId[] }

export type Verdict = {
  cause: Cause
  /** Null where the order is nobody’s. */
  payeeId: string | null
  productId: string | null
  shortLinkId: string | null
  /** The click that decided, or the last one on the product that the report names. */
  click: { kind: 'view' | 'outbound'; clickedAt: Date } | null
  /** How many creators have clicks among those that decided. */
  creators: number | null
  /** The claims that were weighed, where several creators have some. */
  sides: { payeeId: string; productId: string; networks: number; inCart: boolean }[] | null
  review: 'several_creators' | 'own_purchase' | null
}

/**
 * Whose an order is (docs/product/matching.md#evidence). The strongest evidence decides: sub tag, tracking id, presses
 * on the way to Amazon, views; of equal evidence the last click. Depends on its arguments only, in any order.
 * `writeVerdicts` of sql.ts decides many orders at once; tests compare the two.
 */
export function matchOrder(order: MatchableOrder, world: World, timeZone: string): Verdict {
  const verdict = creditOf(order, world, timeZone)
  const isContested = verdict.cause.endsWith('_several')
  const isOwn = !isContested && isOwnPurchase(verdict, world, windowOf(order, timeZone))
  return { ...verdict, review: isContested ? 'several_creators' : isOwn ? 'own_purchase' : null }
}

function creditOf(order: MatchableOrder, world: World, timeZone: string): Verdict {
  const window = windowOf(order, timeZone)
  const clicks = world.clicks
    .filter((click) => isPeoples(click) && isEvidence(click, world.clicks))
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
    return ofAsin.length === 0 ? nobody('no_click') : among(ofAsin)
  }

  /**
   * Among the sides with the strongest clicks the last one wins; a side with five networks takes part with any clicks.
   */
  function among(evidence: MatchableClick[]): Verdict {
    const payeeOf = ({ productId }: { productId: string }) =>
      sameAsin.find(({ id }) => id === productId)?.payeeId ?? ''
    const isRecent = ({ clickedAt }: MatchableClick) => window.dayFrom <= +clickedAt
    const sides = new Map(
      [...Map.groupBy(evidence, payeeOf)].map(([payeeId, own]) => [payeeId, supportOf(own, isRecent)]),
    )
    const supportBy = (payeeId: string) => sides.get(payeeId) ?? { networks: 0, isOfCart: false }
    const isProven = (payeeId: string) => supportBy(payeeId).networks === 5
    const yields = (payeeId: string) => [...sides.keys()].some(isProven) && supportBy(payeeId).networks === 1

    const products = [...Map.groupBy(evidence, ({ productId }) => productId)]
      .map(([productId, clicks]) => {
        const recent = clicks.filter(isRecent)
        const strength = recent.some(({ kind }) => kind === 'outbound') ? 3 : recent.length > 0 ? 2 : 1
        return { productId, payeeId: payeeOf({ productId }), strength }
      })
      .sort((one, other) => compare(one.payeeId, other.payeeId) || compare(one.productId, other.productId))
    const most = (some: typeof products) => Math.max(...some.map(({ strength }) => strength))
    const strongest = most(products.filter(({ payeeId }) => !yields(payeeId)))
    const rivals = products.filter(({ payeeId, strength }) => {
      const own = most(products.filter((product) => product.payeeId === payeeId))
      return own >= strongest ? strength >= strongest : isProven(payeeId) && strength === own
    })
    const remaining = rivals.filter(({ payeeId }) => !yields(payeeId))
    const creators = new Set(rivals.map(({ payeeId }) => payeeId)).size
    const isSettled = new Set(remaining.map(({ payeeId }) => payeeId)).size === 1
    const rule = { 1: 'cart_89d', 2: 'view_24h', 3: 'outbound_24h' }[strongest] as 'cart_89d'
    const cause: Cause = creators === 1 ? rule : `${rule}_${isSettled ? 'networks' : 'several'}`

    const best = remaining.filter(({ strength }) => strength === strongest)
    const ofBest = evidence.filter(({ productId }) => best.some((one) => one.productId === productId))
    const presses = ofBest.filter(({ kind }) => kind === 'outbound')
    const pressDecides = strongest === 3 || (strongest === 1 && !isSettled && presses.length > 0)
    const last = (pressDecides ? presses : ofBest).at(-1)
    return {
      ...credit(
        cause,
        sameAsin.find(({ id }) => id === last?.productId),
        last,
        creators,
      ),
      sides:
        creators === 1
          ? null
          : rivals.map(({ payeeId, productId }) => {
              const { networks, isOfCart } = supportBy(payeeId)
              return { payeeId, productId, networks, inCart: isOfCart && strongest > 1 }
            }),
    }
  }
}

const isPeoples = ({ outcome }: MatchableClick) => outcome === 'counted' || outcome === 'repeat'

/**
 * A press is evidence if it is the first of people's that names a view of its product; all clicks without a network
 * are.
 */
function isEvidence(click: MatchableClick, all: MatchableClick[]): boolean {
  if (click.kind === 'view' || click.network === null) return true
  const pair = all.filter(
    (other) =>
      isPeoples(other) && other.productId === click.productId && other.viewEventId === click.viewEventId,
  )
  if (click.viewEventId === null) return false
  const before = (one: MatchableClick, hours: number) => +click.clickedAt - +one.clickedAt < hours * hourMs
  const seen = pair.some(
    (view) => view.kind === 'view' && before(view, 24) && +view.clickedAt - +click.clickedAt <= 5 * 60_000,
  )
  const isTaken = pair.some(
    (press) => press.kind === 'outbound' && before(press, 24 + 5 / 60) && byTime(press, click) < 0,
  )
  return seen && !isTaken
}

/** A side's networks within 24 hours, where it was clicked then; five in the cart's window count at any time. */
function supportOf(clicks: MatchableClick[], isRecent: (click: MatchableClick) => boolean) {
  const recent = networksOf(clicks.filter(isRecent))
  const ever = networksOf(clicks)
  if (ever >= 5) return { networks: 5, isOfCart: recent < 5 }
  return recent > 0 ? { networks: recent, isOfCart: false } : { networks: ever, isOfCart: true }
}

/** The most of one day (UTC): the day's salt makes networks comparable within that day only. */
function networksOf(clicks: MatchableClick[]): number {
  const days = Map.groupBy(clicks, ({ clickedAt }) => clickedAt.toISOString().slice(0, 10))
  const counts = [...days.values()].map((of) => new Set(of.map((one) => one.network ?? one.visitor)).size)
  return Math.max(0, ...counts)
}

/**
 * Whether all visits of the product in the cart's window are its owner's: signed in, or known by a view of that day.
 */
function isOwnPurchase(
  { productId, payeeId }: Verdict,
  { products, clicks }: World,
  window: Window,
): boolean {
  if (productId === null) return false
  const own = products.filter((product) => product.payeeId === payeeId).map(({ id }) => id)
  const looks = clicks.filter(
    (click) =>
      click.outcome === 'owner' && own.includes(click.productId) && +click.clickedAt < window.dateEnds,
  )
  const dayOf = ({ clickedAt }: MatchableClick) => clickedAt.toISOString().slice(0, 10)
  const visits = clicks.filter(
    (click) =>
      click.productId === productId &&
      window.cartFrom <= +click.clickedAt &&
      +click.clickedAt < window.until &&
      (click.outcome === 'owner' || (isPeoples(click) && isEvidence(click, clicks))),
  )
  return (
    visits.length > 0 &&
    visits.every(
      (visit) =>
        visit.outcome === 'owner' ||
        looks.some((look) => look.visitor === visit.visitor && dayOf(look) === dayOf(visit)),
    )
  )
}

const nobody = (cause: Cause): Verdict => ({
  cause,
  payeeId: null,
  productId: null,
  shortLinkId: null,
  click: null,
  creators: null,
  sides: null,
  review: null,
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
  sides: null,
  review: null,
})

const compare = <T>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0)

/** Clicks at one instant are ordered by their products, and those of one product by their ids. */
const byTime = (one: MatchableClick, other: MatchableClick) =>
  compare(+one.clickedAt, +other.clickedAt) ||
  compare(one.productId, other.productId) ||
  compare(one.id, other.id)

const isValid = ({ tag, marketplace, validFrom, validTo }: TrackingId, order: MatchableOrder) =>
  tag.toLowerCase() === order.trackingId?.toLowerCase() &&
  marketplace === order.marketplace &&
  validFrom <= order.orderDate &&
  (validTo === null || order.orderDate < validTo)

type Window = { cartFrom: number; dayFrom: number; until: number; dateEnds: number }

/**
 * When clicks count for an order: the 24 hours from `dayFrom`, the cart's window from `cartFrom`, both until before
 * `until`. A click at the instant of the order counts as before it. A date without a time is that whole day in the
 * reports' time zone. After `dateEnds` nothing is evidence.
 */
export function windowOf(
  { orderDate, orderedAt }: Pick<MatchableOrder, 'orderDate' | 'orderedAt'>,
  timeZone: string,
): Window {
  const { startOf } = zoneOf(timeZone)
  const from = orderedAt ? +orderedAt + 1 : +startOf(orderDate)
  const ends = +startOf(addDays(orderDate, 1))
  const until = orderedAt ? from : ends
  return {
    cartFrom: from - cartDays * dayMs,
    dayFrom: from - visitHours * hourMs,
    until,
    dateEnds: Math.max(until, ends),
  }
}
