import { hash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { insertProduct, longAgo, type Person } from '../../../../tests/harness/factories.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { type MatchableOrder, type MatchableProduct, type World, windowOf } from './matcher.ts'
import { insertClick, insertWaiting, newAsin, reportTimeZone } from './orders.ts'

const rarely = fc.constantFrom(false, false, false, false, true)
/** One creator has more than others. */
const someCreator = fc.constantFrom(0, 0, 0, 1, 2)
const someProduct = fc.record({
  creator: someCreator,
  asin: fc.constantFrom('bought', 'bought', 'bought', 'other'),
  isElsewhere: rarely,
  isMadeUp: rarely,
  isDeleted: fc.boolean(),
  hasTwoLinks: fc.boolean(),
})
/** Days of 23, 24 and 25 hours, and one after. */
const someDay = fc.constantFrom('2026-03-08', '2026-03-09', '2026-07-19', '2026-11-01', '2026-11-02')
const someOrder = fc.record({
  day: someDay,
  clock: fc.constantFrom(null, null, '00:00:00.000Z', '09:30:00.000Z', '20:15:00.999Z'),
  subTag: fc.constantFrom(null, null, null, 'foreign', 0, 1, 2),
  hasSecondLink: fc.boolean(),
  trackingId: fc.constantFrom(null, null, 'first', 'FIRST', 'second', 'unknown'),
  fileHasOwnSubTags: rarely,
})
/** Near the beginning or the end of an order's windows. */
const someClick = fc.record({
  product: fc.nat(4),
  /** Another product that was clicked at the same instant. */
  other: fc.constantFrom(null, null, null, 1, 2),
  order: fc.nat(3),
  edge: fc.constantFrom('until', 'dayFrom', 'cartFrom') as fc.Arbitrary<'until' | 'dayFrom' | 'cartFrom'>,
  afterMs: fc.constantFrom(-3_600_000, -1, -1, 0, 0, 1, 3_600_000),
  kind: fc.constantFrom('view', 'outbound') as fc.Arbitrary<'view' | 'outbound'>,
  outcome: fc.constantFrom('counted', 'counted', 'counted', 'repeat', 'bot', 'owner', 'limited'),
  /** Null for clicks that were recorded without a network. */
  network: fc.constantFrom(null, 0, 0, 1, 2, 3, 4, 5),
  visitor: fc.nat(6),
  /** Whether views and presses of one event are mostly pairs. */
  event: fc.constantFrom(null, 0, 0, 1, 2),
})
/** A small random history of one ASIN: its products, clicks and purchases. */
export const history = fc.record({
  products: fc.array(someProduct, { maxLength: 5 }),
  orders: fc.array(someOrder, { minLength: 1, maxLength: 4 }),
  clicks: fc.array(someClick, { maxLength: 24 }),
  trackingIds: fc.array(
    fc.record({
      tag: fc.constantFrom('first', 'second'),
      creator: someCreator,
      isElsewhere: rarely,
      validFrom: fc.constantFrom('2026-01-01', '2026-01-01', '2026-03-09', '2026-07-19', '2026-11-02'),
      validTo: fc.constantFrom(null, null, null, '2026-07-19', '2026-07-20', '2026-11-01'),
    }),
    { maxLength: 2 },
  ),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

/** Where a history is stored: three creators, and an ASIN and tags of its own. */
type Setting = { db: Kysely<DB>; creators: Person[]; asin: string }

/** Stores a history in the database, and returns it as arguments of the rules. */
export async function makeWorld(db: Kysely<DB>, creators: Person[], history: History) {
  const setting = { db, creators, asin: newAsin() }
  const products = await makeProducts(setting, history)
  const trackingIds = await makeTrackingIds(setting, history)
  const orders = await makeOrders(setting, history, products)
  const clicks = await makeClicks(db, history, products, orders)
  return { world: { products, clicks, trackingIds }, orders }
}

async function makeProducts({ db, creators, asin }: Setting, history: History): Promise<MatchableProduct[]> {
  const other = newAsin()
  const products = []
  for (const { creator, asin: which, isElsewhere, isMadeUp, isDeleted, hasTwoLinks } of history.products) {
    const owner = creators[creator] as Person
    const values = { asin: which === 'bought' ? asin : other, marketplace: isElsewhere ? 'uk' : 'us' }
    const { id, shortLinkId } = await insertProduct(db, owner, {
      ...values,
      asin_is_made_up: isMadeUp,
      deleted_at: isDeleted ? new Date('2026-02-01') : null,
    })
    const second = { id: `${shortLinkId}-b`, product_id: id, created_at: new Date('2026-02-01') }
    if (hasTwoLinks) await db.insertInto('short_links').values(second).execute()
    const shortLinkIds = hasTwoLinks ? [shortLinkId, second.id] : [shortLinkId]
    products.push({ id, payeeId: owner.payeeId, ...values, asinIsMadeUp: isMadeUp, shortLinkIds })
  }
  return products
}

async function makeTrackingIds({ db, creators, asin }: Setting, history: History) {
  const made: World['trackingIds'] = []
  for (const { tag, creator, isElsewhere, validFrom, validTo } of history.trackingIds) {
    const isTaken = made.some((other) => other.tag === asin + tag)
    if (isTaken || (validTo !== null && validTo <= validFrom)) continue
    const { payeeId } = creators[creator] as Person
    const theirs = { tag: asin + tag, marketplace: isElsewhere ? 'uk' : 'us' }
    made.push({ ...theirs, payeeId, validFrom, validTo })
    const days = { valid_from: validFrom, valid_to: validTo, created_at: longAgo }
    await db
      .insertInto('tracking_ids')
      .values({ ...theirs, payee_id: payeeId, ...days })
      .execute()
  }
  return made
}

async function makeOrders({ db, asin }: Setting, history: History, products: MatchableProduct[]) {
  const orders: { id: string; order: MatchableOrder }[] = []
  for (const { day, clock, subTag, hasSecondLink, trackingId, fileHasOwnSubTags } of history.orders) {
    const links = typeof subTag === 'number' ? products[subTag]?.shortLinkIds : undefined
    const order = {
      marketplace: 'us',
      asin,
      orderDate: day,
      orderedAt: clock === null ? null : new Date(`${day}T${clock}`),
      subTag: links?.at(hasSecondLink ? -1 : 0) ?? (subTag === null ? null : 'elsewhere'),
      trackingId: trackingId && asin + trackingId,
      fileHasOwnSubTags,
    }
    const id = await insertWaiting(db, {
      asin,
      order_date: day,
      ordered_at: order.orderedAt,
      sub_tag: order.subTag,
      tracking_id: order.trackingId,
      file_has_own_sub_tags: fileHasOwnSubTags,
    })
    orders.push({ id, order })
  }
  return orders
}

async function makeClicks(
  db: Kysely<DB>,
  history: History,
  products: MatchableProduct[],
  orders: { order: MatchableOrder }[],
) {
  const clicks: World['clicks'] = []
  const idOfWorld = randomUUID()
  for (const {
    product,
    other,
    order,
    edge,
    afterMs,
    kind,
    outcome,
    network,
    visitor,
    event,
  } of history.clicks)
    for (const which of other === null ? [product] : [product, product + other]) {
      const clicked = products[which % products.length]
      const near = orders[order % orders.length]
      if (!clicked || !near) continue
      const clickedAt = new Date(windowOf(near.order, reportTimeZone)[edge] + afterMs)
      // Not in the order in which they come.
      const id = `${((clicks.length * 7) % 32).toString(16).padStart(2, '0')}${clicked.id.slice(2)}`
      const evidence = {
        visitor: hash('sha256', `${idOfWorld} ${visitor}`, 'hex'),
        network: network === null ? null : `${network}`.repeat(32),
        viewEventId: event === null || network === null ? null : `${idOfWorld.slice(0, -1)}${event}`,
      }
      await insertClick(db, clicked.id, clickedAt, {
        id,
        kind,
        outcome,
        visitor: Buffer.from(evidence.visitor, 'hex'),
        network: evidence.network === null ? null : Buffer.from(evidence.network, 'hex'),
        view_event_id: evidence.viewEventId,
      })
      clicks.push({ id, productId: clicked.id, kind, outcome, clickedAt, ...evidence })
    }
  return clicks
}
