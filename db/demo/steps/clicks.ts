import { type Click, ensurePartitions, foldClicks, maintainClicks } from '../../../src/clicks/index.ts'
import { startOfDay } from '../calendar.ts'
import { planClicks } from '../plan/clicks.ts'
import { contextAt, type World } from '../world.ts'
import type { Posted } from './products.ts'
import { selectClickTimes } from './sql.ts'

type DatedClick = Click & { clickedAt: Date }

/**
 * Records the missing clicks of a year, in order of time; `scale` 1 is the whole demo. Then deletes the data that is
 * stored for two days only, and folds the deltas into the roll-ups. Returns how many clicks there are.
 */
export async function recordClicks(
  world: World,
  posted: readonly Posted[],
  { end, scale }: { end: Date; scale: number },
): Promise<number> {
  const clicks = posted
    .flatMap((one) => clicksOn(one, end, scale))
    .sort((a, b) => a.clickedAt.getTime() - b.clickedAt.getTime())
  const missing = await withoutRecorded(world, clicks, end)
  const first = missing[0]
  if (first) {
    const context = contextAt(world, world.clock())
    await ensurePartitions(context, first.clickedAt, end)
    for (const day of Map.groupBy(missing, (click) => startOfDay(click.clickedAt).getTime()).values())
      await Promise.all(day.map((click) => world.services.clicks.record(click)))
    await maintainClicks(context)
    await foldClicks(context)
  }
  return clicks.length
}

const clicksOn = ({ post, productId, userId }: Posted, end: Date, scale: number): DatedClick[] =>
  planClicks(post, end, scale).map(({ at, byOwner, ...click }) => ({
    ...click,
    productId,
    viewerId: byOwner ? userId : null,
    country: null,
    clickedAt: at,
  }))

/** A click is identified by its product and its time, for as long as clicks are stored. */
async function withoutRecorded(world: World, clicks: DatedClick[], end: Date): Promise<DatedClick[]> {
  const productIds = [...new Set(clicks.map(({ productId }) => productId))]
  if (productIds.length === 0) return []
  const rows = await selectClickTimes(world.db, productIds, end)
  const recorded = new Set(rows.map((row) => `${row.product_id} ${row.clicked_at.getTime()}`))
  return clicks.filter((click) => !recorded.has(`${click.productId} ${click.clickedAt.getTime()}`))
}
