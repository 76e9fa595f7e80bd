import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { grantAdmin } from '../../../src/identity/index.ts'
import {
  assignOrder,
  createImport,
  createPipeline,
  findImport,
  listImports,
  listOrders,
  type Runs,
  startRun,
} from '../../../src/orders/index.ts'
import { settleMonths } from '../../../src/payouts/index.ts'
import type { Context } from '../../../src/platform/context.ts'
import { admin, emailOf } from '../cast/people.ts'
import { type PlannedOrder, type PlannedReport, planReports } from '../plan/orders.ts'
import { contextAt, type World } from '../world.ts'
import type { Posted } from './products.ts'
import { selectShortLinks } from './sql.ts'

type Year = { adminId: string; end: Date; scale: number; reports: number }

/**
 * Imports the missing ones of the last `reports` reports of the year, and after each matches and calculates, each at
 * its time; `meanwhile` does what happens until the next one. One order is assigned by hand. Returns how many orders
 * there are.
 */
export async function importReports(
  world: World,
  posted: readonly Posted[],
  { adminId, end, scale, reports }: Year,
  meanwhile: (until: Date) => Promise<void>,
): Promise<number> {
  await grantAdmin(contextAt(world, end), { email: emailOf(admin), evenUnproven: true }, async () => {})
  const planned = planReports(await linksOf(world, posted), end, scale).slice(-reports)
  for (const [index, report] of planned.entries()) {
    await importReport(world, adminId, report)
    await meanwhile(planned[index + 1]?.asOf ?? end)
  }
  return new Set(planned.flatMap(({ orders }) => orders.map(({ orderItemId }) => orderItemId))).size
}

/** Only orders of the American shop: the others do not pay in dollars. */
async function linksOf(world: World, posted: readonly Posted[]) {
  const american = posted.filter(({ post }) => post.marketplace === 'us')
  const links = await selectShortLinks(
    world.db,
    american.map(({ productId }) => productId),
  )
  const linkOf = new Map(links.map(({ product_id, id }) => [product_id, id]))
  return american.flatMap(({ post, productId }) => {
    const shortLinkId = linkOf.get(productId)
    return shortLinkId ? [{ post, shortLinkId }] : []
  })
}

async function importReport(world: World, adminId: string, report: PlannedReport): Promise<void> {
  const context: Context = {
    ...contextAt(world, report.asOf),
    actor: { userId: adminId, sessionId: adminId, role: 'admin' },
  }
  const pipeline = createPipeline({
    ...{ ...context, log: world.log, earnings: world.earnings },
    settle: (context) => settleMonths(context, world.earnings),
  })
  try {
    const { items } = await listImports(context, {})
    const isThere = items.some(({ file_name, state }) => file_name === report.name && state === 'merged')
    if (!isThere) await importFile(context, pipeline, report)
    await finish(pipeline, await startRun(context, pipeline, 'match'))
    await assignOneByHand(context, world, report)
    await finish(pipeline, await startRun(context, pipeline, 'calculate'))
  } finally {
    await pipeline.close()
  }
}

/** Sends a report; its merge follows once it is staged. */
async function importFile(context: Context, pipeline: Runs, report: PlannedReport): Promise<void> {
  const { id, run } = await createImport(context, pipeline, {
    query: {
      marketplace: 'us',
      report_as_of: report.asOf.toISOString(),
      file_name: report.name,
      apply: true,
    },
    body: Readable.from([Buffer.from(textOf(report))]),
  })
  await finish(pipeline, run)
  await finish(pipeline, (await findImport(context, id)).run)
}

/** The report as Folio's CSV. */
function textOf({ orders, hasSubTags }: PlannedReport): string {
  const rows = orders.map((order) => rowOf(order, hasSubTags))
  return stringify(rows, { header: true })
}

const rowOf = (order: PlannedOrder, hasSubTags: boolean) => ({
  order_item_id: order.orderItemId,
  order_date: order.at.toISOString(),
  asin: order.asin,
  product_title: order.title,
  quantity: order.quantity,
  commission_amount: (order.commissionCents / 100).toFixed(2),
  commission_rate: `${order.rateBps / 100}%`,
  order_status: order.status,
  ...(hasSubTags && { sub_tag: order.subTag }),
})

/** Assigns one order by hand, for the reason below. */
async function assignOneByHand(context: Context, world: World, { orders }: PlannedReport): Promise<void> {
  const credited = orders.find(({ subTag }) => subTag !== '')
  const { items } = await listOrders(context, { state: 'manual' })
  const [unknown] = (await listOrders(context, { state: 'unknown' })).items
  if (!credited || !unknown || items.length > 0) return
  await assignOrder(context, world.earnings, unknown.order_item_id, {
    product_ref: credited.subTag,
    reason: 'The creator sent the receipt of a friend who had lost the link.',
    version: unknown.match?.version ?? null,
  })
}

/** Waits for a step. Throws its error. */
async function finish(pipeline: Runs, run: { id: string } | null): Promise<void> {
  const ended = run && (await pipeline.waitFor(run.id))
  if (ended?.error) throw new Error(ended.error.message)
}
