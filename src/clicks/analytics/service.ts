import { type Context, requireUser } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { utcDay } from '../../shared/time.ts'
import type { ChartPeriod, ClickChart } from '../contract.ts'
import { networksStoredFrom, quartersStoredFrom } from '../rules.ts'
import { type ChartEdge, chartEdges } from './chart-rules.ts'
import { type CreatorClicks, selectCreatorClicks } from './creator-sql.ts'
import { countNetworks, selectMostViewed } from './networks-sql.ts'
import { ownsProduct, type Story, selectAnalytics } from './sql.ts'
import { selectViewsOfPeople, type ViewsOfPerson } from './week-sql.ts'

/** `hasCountries`: whether a database of countries is set. */
type AnalyticsOptions = { hasCountries: boolean }

/**
 * The clicks of a product for its owner: 7 days, 4 weeks or 12 months up to now by the calendar of the viewer's time
 * zone, exact at this moment (docs/product/product-page.md#click-activity). Throws `not_found` to all but the owner, so
 * that nothing is revealed, and `not_authenticated` to anonymous callers.
 */
export async function clickChart(
  context: Context,
  productId: string,
  { period, tz }: { period: ChartPeriod; tz: string },
  options: AnalyticsOptions,
): Promise<ClickChart> {
  const { userId } = requireUser(context)
  if (!(await ownsProduct(context.db, userId, productId))) throw notFound('Product')
  const edges = chartEdges(period, context.clock(), tz)
  const { buckets, ...others } = await selectAnalytics(context.db, productId, edges, options)
  return {
    items: edges.slice(0, -1).map(({ day }, i) => ({
      start: day,
      count: buckets[i]?.people ?? 0,
      presses: buckets[i]?.presses ?? 0,
    })),
    total: sumOf(buckets, 'people'),
    presses: sumOf(buckets, 'presses'),
    filtered: {
      previews: sumOf(buckets, 'previews'),
      bots: sumOf(buckets, 'bots'),
      repeats: sumOf(buckets, 'repeats'),
      own: sumOf(buckets, 'own'),
      limited: sumOf(buckets, 'limited'),
    },
    ...others,
  }
}

const sumOf = (buckets: Story['buckets'], what: keyof Story['buckets'][number]) =>
  buckets.reduce((sum, bucket) => sum + bucket[what], 0)

/**
 * Counted views of all the caller's products, deleted ones too, between each two edges of a chart, exact at this
 * moment; and the products with the most of them from the bucket `since` on. A bucket from before the quarters of an
 * hour are stored begins with the UTC day of the same date, whether or not its quarters are deleted already.
 */
export async function clicksOfCreator(
  context: Context,
  edges: ChartEdge[],
  { since, limit }: { since: number; limit: number },
): Promise<CreatorClicks> {
  const { userId } = requireUser(context)
  const now = context.clock()
  const kept = quartersStoredFrom(now)
  // West of UTC the UTC day of the same date begins first.
  const hasBegun = ({ day, at }: ChartEdge) => at <= now || new Date(day) <= now
  return selectCreatorClicks(context.db, userId, {
    edges: edges.map((edge) => ({
      day: edge.day,
      at: edge.at,
      hasQuarters: edge.at >= kept && hasBegun(edge),
    })),
    // Buckets of months and years begin with a month each; days and weeks do not.
    grain: edges.every(({ day }) => day.endsWith('-01')) ? 'month' : 'day',
    since,
    limit,
  })
}

/**
 * The owners of live products with the most counted views after `since` and until `until`, to the quarter of an hour,
 * where a network counts once per product and day (decision 6): the first `limit` and those with as many as the last.
 * Counts the networks of changed days first, which flags use as well.
 */
export async function mostViewedCreators(
  { db }: Context,
  span: { since: Date; until: Date; limit: number },
): Promise<{ user_id: string; clicks: number }[]> {
  await countNetworks(db, span.since)
  return selectMostViewed(db, span)
}

/** Counts the networks of all days that are kept, where their views have changed, and returns the first of them. */
export async function countStoredNetworks({ db, clock }: Omit<Context, 'actor'>): Promise<string> {
  const since = networksStoredFrom(clock())
  await countNetworks(db, since)
  return utcDay(since)
}

/**
 * Counted views of people's products between edges, exact at this moment; the caller checks who may know them. People
 * without any are left out.
 */
export const viewsOfPeople = (
  { db }: Pick<Context, 'db'>,
  userIds: string[],
  times: Date[],
): Promise<ViewsOfPerson[]> => selectViewsOfPeople(db, userIds, times)
