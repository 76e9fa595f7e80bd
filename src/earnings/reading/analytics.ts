import { type ChartEdge, clicksOfCreator } from '../../clicks/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { zoneOf } from '../../shared/dates/time-zone.ts'
import { centsToUsd } from '../../shared/money.ts'
import { addDays } from '../../shared/time.ts'
import type { EarningsAnalytics, EarningsPeriod } from '../contract.ts'
import { type Money, selectMoney, selectTopProducts } from './analytics-sql.ts'
import { chartOf } from './periods.ts'
import { type LedgerOptions, reportDay, serializeProduct } from './serialize.ts'

/** See docs/product/earnings.md#top-products. */
const topProducts = 5

/**
 * The caller's money and clicks of a period up to now, by the calendar of the viewer's time zone, with the chart's
 * buckets and the top products (docs/product/earnings.md#figures).
 */
export async function earningsAnalytics(
  context: Context,
  { period, tz }: { period: EarningsPeriod; tz: string },
  options: LedgerOptions & { holdDays: number },
): Promise<EarningsAnalytics> {
  const { userId } = requireUser(context)
  const { edges, since, charted } = chartOf(period, context.clock(), tz)
  const [clicked, money] = await Promise.all([
    clicksOfCreator(context, edges, { since, limit: topProducts }),
    selectMoney(context.db, userId, {
      times: edges.map(({ at }) => at),
      since,
      today: reportDay(context, options),
    }),
  ])
  const [before, from, until] = [edges[since - 1], edges[since], edges.at(-1)] as [
    ChartEdge,
    ChartEdge,
    ChartEdge,
  ]
  const top = await selectTopProducts(context.db, userId, {
    clicked: clicked.mostClicked,
    from: from.at,
    until: until.at,
    limit: topProducts,
  })
  return {
    period,
    from: from.day,
    to: zoneOf(tz).dayOf(context.clock()),
    ...figures(money, sumOf(clicked.buckets.slice(since))),
    before: {
      from: before.day,
      to: addDays(from.day, -1),
      ...figures(
        {
          posted: money.before_posted,
          pending: money.before_pending,
          commissions: money.before_commissions,
        },
        clicked.buckets[since - 1] ?? 0,
      ),
    },
    items: edges.slice(0, -1).flatMap(({ day }, i) =>
      i < charted
        ? []
        : {
            start: day,
            earnings: centsToUsd(money.buckets[i] ?? 0),
            clicks: clicked.buckets[i] ?? 0,
          },
    ),
    top_products: top.map(({ clicks, cents, ...product }) => ({
      ...serializeProduct(product),
      clicks,
      earnings: centsToUsd(cents),
    })),
    all_time: {
      posted_earnings: centsToUsd(money.all_posted),
      pending_earnings: centsToUsd(money.all_pending),
    },
    next_posting: money.next && { on: money.next.on, amount: centsToUsd(money.next.cents) },
    hold_days: options.holdDays,
  }
}

/** Conversion rate and average per click (docs/product/earnings.md#figures); null without clicks. */
const figures = (
  { posted, pending, commissions }: Pick<Money, 'posted' | 'pending' | 'commissions'>,
  clicks: number,
) => ({
  posted_earnings: centsToUsd(posted),
  pending_earnings: centsToUsd(pending),
  clicks,
  commissions,
  conversion_rate: clicks > 0 ? commissions / clicks : null,
  average_per_click: clicks > 0 ? centsToUsd(posted + pending) / clicks : null,
})

const sumOf = (counts: number[]) => counts.reduce((sum, one) => sum + one, 0)
