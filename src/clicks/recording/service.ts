import type { Context } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import type { ClickKind, ClickOutcome } from '../contract.ts'
import { headerOf, type RequestHeaders } from '../rules.ts'
import { automationOf } from './agents-rules.ts'
import type { CountryOf } from './country.ts'
import type { AddressLimiter } from './limiter.ts'
import type { ClickRecorder } from './recorder.ts'
import { siteOf } from './source-rules.ts'

/** Whose access token this is by its signature alone: it may have expired, and its session may have ended. */
export type OwnerOfToken = (accessToken: string) => Promise<{ userId: string } | null>

export type ClicksDependencies = {
  recorder: ClickRecorder
  ownerOfToken: OwnerOfToken
  limiter: AddressLimiter
  countryOf: CountryOf
  /** Where this app is reached, as `folio.example` or `localhost:3000`. */
  ownHost: string
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
  { request, ...click }: Visit,
): Promise<{ outcome: ClickOutcome }> {
  const { headers, address } = request
  const userAgent = headerOf(headers, 'user-agent')
  const automation = automationOf(request)
  const recorded = await deps.recorder.record({
    ...click,
    claim: automation ? 'bot' : deps.limiter(address, context.clock()) ? 'limited' : 'counted',
    viewerId: await viewerOf(context, deps, headers),
    address,
    userAgent,
    automation,
    site: siteOf({ referrer: click.referrer, userAgent, ownHost: deps.ownHost }),
    country: deps.countryOf(address),
  })
  if (!recorded) throw notFound('Product')
  return recorded
}

/** An owner stays the owner with an expired token: their own looks must not count because a tab slept for a day. */
async function viewerOf(context: Context, deps: ClicksDependencies, headers: RequestHeaders) {
  if (context.actor) return context.actor.userId
  const token = /^bearer\s+(\S+)$/i.exec(headerOf(headers, 'authorization'))?.[1]
  return token ? ((await deps.ownerOfToken(token))?.userId ?? null) : null
}
