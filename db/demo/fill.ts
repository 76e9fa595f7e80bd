import { mostViewedCreators } from '../../src/clicks/index.ts'
import { rankProducts } from '../../src/feed/index.ts'
import { rankCreators } from '../../src/people/index.ts'
import { advisoryLocks } from '../../src/platform/database/advisory-locks.ts'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { dayMs } from '../../src/shared/time.ts'
import { after } from './calendar.ts'
import { creators as allCreators } from './cast/creators.ts'
import { admin, readers as allReaders, emailOf } from './cast/people.ts'
import { planFollows } from './plan/follows.ts'
import { planPosts } from './plan/posts.ts'
import { endOfYear, followAll, openAccounts } from './steps/accounts.ts'
import { recordClicks } from './steps/clicks.ts'
import { makeLists } from './steps/lists.ts'
import { readNewsUntil } from './steps/news.ts'
import { writeNotes } from './steps/notes.ts'
import { importReports } from './steps/orders.ts'
import {
  enterAllDetails,
  goByReceipts,
  goBySetting,
  holdOne,
  payCreators,
  receivePayments,
} from './steps/payouts.ts'
import { pinFilled, publishProducts } from './steps/products.ts'
import { selectAccounts } from './steps/sql.ts'
import { arrangeStorefronts } from './steps/storefronts.ts'
import type { World } from './world.ts'

/** How much of the demo to make. */
export type DemoSize = {
  creators: number
  readers: number
  products: number
  clickScale: number
  /** How many monthly reports of orders, the latest ones. */
  reports: number
}

export const wholeDemo: DemoSize = {
  creators: allCreators.length,
  readers: allReaders.length,
  products: Number.POSITIVE_INFINITY,
  clickScale: 1,
  reports: Number.POSITIVE_INFINITY,
}

/** A handful of everything, made in seconds. */
export const smallDemo: DemoSize = { creators: 4, readers: 3, products: 16, clickScale: 0.25, reports: 3 }

/** How much the run made. */
type DemoCounts = {
  creators: number
  readers: number
  follows: number
  products: number
  clicks: number
  orders: number
}

/** Thrown when another run is filling the demo. */
export class DemoIsBusy extends OperatorError {
  override readonly name = 'DemoIsBusy'
}

/**
 * Fills the database with the demo through the services, and completes an interrupted one; nothing is made twice. `say`
 * is called for each step. Throws DemoIsBusy during another run.
 */
export async function fillDemo(
  world: World,
  size: DemoSize,
  say: (line: string) => void,
): Promise<DemoCounts> {
  const connection = await world.pool.connect()
  try {
    const { rows } = await connection.query('select pg_try_advisory_lock($1) as mine', [
      advisoryLocks.fillingDemo,
    ])
    if (!rows[0].mine)
      throw new DemoIsBusy('The demo is being filled by another run. Wait until it has ended.')
    return await fill(world, size, say)
  } finally {
    // The lock ends with the connection too, but only once the server has noticed its end.
    await connection.query('select pg_advisory_unlock_all()').catch(() => undefined)
    connection.release(true)
  }
}

async function fill(world: World, size: DemoSize, say: (line: string) => void): Promise<DemoCounts> {
  const creators = allCreators.slice(0, size.creators)
  const readers = allReaders.slice(0, size.readers)
  const [first] = allCreators
  const end = first ? await endOfYear(world, first) : world.clock()
  // Nothing is posted before.
  const begun = first ? await selectAccounts(world.db, [emailOf(first)]) : []
  if (begun.length === 0) await goByReceipts(world, after(end, -370 * dayMs))

  say(`${creators.length} creators and ${readers.length} readers sign up`)
  const userIds = await openAccounts(world, [...creators, ...readers, admin], end)
  const posts = planPosts(creators, end, size.products)
  say(`${posts.length} products are photographed and shared`)
  const posted = await publishProducts(world, posts, userIds)
  const lists = await makeLists(world, posted, end)
  say(`${lists} lists and looks are made of them`)
  await arrangeStorefronts(world, posted, end)
  const sharing = creators.map((creator) => userIds.get(creator) as string)
  await pinFilled(world, sharing, end)
  const follows = planFollows(creators, readers, end)
  const recently = after(end, -10 * dayMs)
  await followAll(
    world,
    follows.filter(({ at }) => at < recently),
    userIds,
  )
  await readNewsUntil(world, sharing, recently)
  await followAll(
    world,
    follows.filter(({ at }) => at >= recently),
    userIds,
  )
  say(`${follows.length} follows; a year of clicks is recorded`)
  const clicks = await recordClicks(world, posted, { end, scale: size.clickScale })
  await rankCreators(world, mostViewedCreators)
  await rankProducts(world)
  say('the year’s orders are imported, matched and posted; Amazon pays, and creators are paid')
  const year = { adminId: userIds.get(admin) as string, end }
  await enterAllDetails(world, creators, userIds, year)
  const ofReports = { ...year, scale: size.clickScale, reports: size.reports }
  const orders = await importReports(world, posted, ofReports, async (until) => {
    await receivePayments(world, year, until)
    await payCreators(world, creators, year, until)
    // A month later.
    await readNewsUntil(world, sharing, after(until, -25 * dayMs))
  })
  await holdOne(world, creators, year)
  await goBySetting(world, year)
  await writeNotes(world, end)
  return {
    creators: creators.length,
    readers: readers.length,
    follows: follows.length,
    products: posted.length,
    clicks,
    orders,
  }
}
