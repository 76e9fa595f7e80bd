import { type Context, requireUser } from '../platform/context.ts'
import { notFound } from '../shared/errors.ts'
import type { ChartPeriod, ClickChart, ClickKind, ClickOutcome } from './contract.ts'
import type { AddressLimiter } from './limiter.ts'
import type { ClickRecorder } from './recorder.ts'
import { type Claim, chartDays, headerOf, isAutomated, localDay, type RequestHeaders } from './rules.ts'
import { ownsProduct, viewsBetween } from './sql.ts'

export { type AddressLimiter, createAddressLimiter } from './limiter.ts'
export { ensurePartitions, maintainClicks } from './maintenance.ts'
export { type Click, type ClickRecorder, createClickRecorder } from './recorder.ts'
export { isAutomated } from './rules.ts'

/** Whose access token this is by its signature alone: it may have expired, and its session may have ended. */
export type OwnerOfToken = (accessToken: string) => Promise<{ userId: string } | null>

export type ClicksDependencies = {
  recorder: ClickRecorder
  ownerOfToken: OwnerOfToken
  limiter: AddressLimiter
}

/** A look at a product or a press on its shop button, as it arrived. */
export type Visit = {
  productId: string
  kind: ClickKind
  eventId: string | null
  referrer: string | null
  request: { method: string; headers: RequestHeaders; address: string }
}

/**
 * Records a visit and says what it counts as (decision: outcomes of clicks). It is committed when this resolves.
 * Throws `not_found` for an unknown or deleted product and `unavailable` when it cannot be written now.
 */
export async function recordVisit(
  context: Context,
  deps: ClicksDependencies,
  visit: Visit,
): Promise<{ outcome: ClickOutcome }> {
  const { request, ...click } = visit
  const recorded = await deps.recorder.record({
    ...click,
    claim: await claimOf(deps, visit),
    viewerId: await viewerOf(context, deps, request.headers),
    address: request.address,
    userAgent: headerOf(request.headers, 'user-agent'),
  })
  if (!recorded) throw notFound('Product')
  return recorded
}

async function claimOf(deps: ClicksDependencies, { request }: Visit): Promise<Claim> {
  if (isAutomated(request)) return 'bot'
  return (await deps.limiter(request.address)) ? 'limited' : 'counted'
}

/** An owner stays the owner with an expired token: their own looks must not count because a tab slept for a day. */
async function viewerOf(context: Context, deps: ClicksDependencies, headers: RequestHeaders) {
  if (context.actor) return context.actor.userId
  const token = /^bearer\s+(\S+)$/i.exec(headerOf(headers, 'authorization'))?.[1]
  return token ? ((await deps.ownerOfToken(token))?.userId ?? null) : null
}

/**
 * The owner's chart of counted views: 7 days, 4 weeks or 12 months up to now in the viewer's time zone. Throws
 * `not_found` to everyone but the owner, so that nothing is revealed.
 */
export async function clickChart(
  context: Context,
  productId: string,
  { period, tz }: { period: ChartPeriod; tz: string },
): Promise<ClickChart> {
  const { userId } = requireUser(context)
  if (!(await ownsProduct(context.db, userId, productId))) throw notFound('Product')
  const days = chartDays(period, localDay(context.clock(), tz))
  const items = await viewsBetween(context.db, productId, days, tz)
  return { items, total: items.reduce((sum, item) => sum + item.count, 0) }
}
