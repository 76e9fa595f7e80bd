import { cartDays, visitHours } from '../../../shared/attribution.ts'
import { addDays, dayMs, hourMs } from '../../../shared/time.ts'
import { zoneOf } from '../../../shared/time-zone.ts'
import type { Cause } from '../rules.ts'

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
  /** By which a visitor is known for a day (UTC). */
  visitor: string
  /** Null for clicks from before networks were kept. */
  network: string | null
  /** Of a view its own event, of a press that of the view it names. */
  viewEventId: string | null
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
  /** Whose clicks were weighed, where they are several creators'. */
  sides: { payeeId: string; productId: string; networks: number }[] | null
  review: 'several_creators' | 'own_purchase' | null
}

/**
 * Whose an order is (docs/product/matching.md#evidence). The strongest evidence decides: sub tag, tracking id,
 * presses on the way to Amazon, views; of equal evidence the last click. Depends on nothing but what it is given, in
 * any order. `writeVerdicts` of sql.ts says the same of many orders at once, and tests compare the two.
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
    .filter((click) => isPeoples(click) && provesSomething(click, world.clicks))
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
    if (ofAsin.length === 0) return nobody('no_click')
    return recent.length > 0 ? among(recent, true) : among(ofAsin, false)
  }

  /** Clicks of one kind of window: presses before views within 24 hours, all alike in the cart's. */
  function among(evidence: MatchableClick[], isRecent: boolean): Verdict {
    const payeeOf = ({ productId }: { productId: string }) =>
      sameAsin.find(({ id }) => id === productId)?.payeeId ?? ''
    const sides = [...new Set(evidence.map(payeeOf))].map((payeeId) => {
      const own = evidence.filter((click) => payeeOf(click) === payeeId)
      return { payeeId, networks: networksOf(own) }
    })
    const isProven = sides.some(({ networks }) => networks >= 5)
    const yields = (payeeId: string) =>
      isProven && sides.some((side) => side.payeeId === payeeId && side.networks === 1)
    const strengthOf = (productId: string) =>
      isRecent && evidence.some((click) => click.productId === productId && click.kind === 'outbound') ? 2 : 1

    const products = [...new Set(evidence.map(({ productId }) => productId))]
      .map((productId) => ({ productId, payeeId: payeeOf({ productId }), strength: strengthOf(productId) }))
      .sort((one, other) => compare(one.payeeId, other.payeeId) || compare(one.productId, other.productId))
    const strongest = Math.max(
      ...products.filter(({ payeeId }) => !yields(payeeId)).map(({ strength }) => strength),
    )
    const rivals = products.filter(({ strength }) => strength >= strongest)
    const kept = rivals.filter(({ payeeId }) => !yields(payeeId))
    const creators = new Set(rivals.map(({ payeeId }) => payeeId)).size
    const isSettled = new Set(kept.map(({ payeeId }) => payeeId)).size === 1
    const rule = isRecent ? (strongest === 2 ? 'outbound_24h' : 'view_24h') : 'cart_89d'
    const cause: Cause = creators === 1 ? rule : `${rule}_${isSettled ? 'networks' : 'several'}`

    const ofKept = evidence.filter(({ productId }) => kept.some((one) => one.productId === productId))
    const presses = ofKept.filter(({ kind }) => kind === 'outbound')
    const pressDecides = isRecent ? strongest === 2 : !isSettled && presses.length > 0
    const last = (pressDecides ? presses : ofKept).at(-1)
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
          : rivals.map(({ payeeId, productId }) => ({
              payeeId,
              productId,
              networks: Math.min(5, sides.find((side) => side.payeeId === payeeId)?.networks ?? 0),
            })),
    }
  }
}

const isPeoples = ({ outcome }: MatchableClick) => outcome === 'counted' || outcome === 'repeat'

/** A press does if it is the first of people's to name a view of its product; all do from before networks were kept. */
function provesSomething(click: MatchableClick, all: MatchableClick[]): boolean {
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

/** The most of one day (UTC): the day's salt tells networks apart in that day alone. */
function networksOf(clicks: MatchableClick[]): number {
  const days = Map.groupBy(clicks, ({ clickedAt }) => clickedAt.toISOString().slice(0, 10))
  const counts = [...days.values()].map((of) => new Set(of.map((one) => one.network ?? one.visitor)).size)
  return Math.max(...counts)
}

/** All visits of the product while the cart counts are of its owner: signed in, or known by a look of that day. */
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
      (click.outcome === 'owner' || (isPeoples(click) && provesSomething(click, clicks))),
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

type Window = { cartFrom: number; dayFrom: number; until: number; dateEnds: number }

/**
 * When clicks count for an order: those of the day’s visits from `dayFrom`, for the cart from `cartFrom`, until before `until`. A
 * click at the very instant of the order comes before it. A date without a clock is that whole day where reports are made.
 * After `dateEnds` nothing tells anything.
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
