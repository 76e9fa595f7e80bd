import type { Context } from '../../platform/context.ts'
import { forbidden, notFound } from '../../shared/errors.ts'
import type { ClickKind, ClickOutcome } from '../contract.ts'
import { headerOf, type RequestHeaders } from '../rules.ts'
import { automationOf } from './agents-rules.ts'
import type { CountryOf } from './country.ts'
import type { AddressLimiter } from './limiter.ts'
import type { ClickRecorder } from './recorder.ts'
import { siteOf } from './source-rules.ts'

/** Whose access token this is by its signature alone: it may have expired, and its session may have ended. */
type OwnerOfToken = (accessToken: string) => Promise<{ userId: string } | null>

export type ClicksDependencies = {
  recorder: ClickRecorder
  ownerOfToken: OwnerOfToken
  limiter: AddressLimiter
  countryOf: CountryOf
  /** Where this app is reached, as `folio.example` or `localhost:3000`. */
  ownHost: string
}

/** A look at a product or a press on its shop button, as it arrived. */
type Visit = {
  productId: string
  kind: ClickKind
  eventId: string | null
  viewEventId: string | null
  referrer: string | null
  request: { method: string; headers: RequestHeaders; address: string }
}

/**
 * Records a visit and says what it counts as (docs/product/clicks.md#outcomes). It is committed when this resolves.
 * Throws `not_found` for an unknown or deleted product and `unavailable` when it cannot be written now.
 */
export async function recordClick(
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

/**
 * Records the view of a reader without scripts, for whom the product's page shows an image. Where they came from is not
 * told: the referrer of an image is its page. Throws `forbidden` when another site shows it, or nobody does, and what
 * recordClick() throws.
 */
export async function recordViewByImage(
  context: Context,
  deps: ClicksDependencies,
  { productId, request }: Pick<Visit, 'productId' | 'request'>,
): Promise<void> {
  if (!isOnOwnPage(request.headers)) throw forbidden('This image counts readers of the product’s own page.')
  await recordClick(context, deps, {
    productId,
    kind: 'view',
    eventId: null,
    viewEventId: null,
    referrer: null,
    request,
  })
}

/** A browser says who shows an image. What says nothing is old, or a program, which its agent tells. */
const isOnOwnPage = (headers: RequestHeaders): boolean =>
  ['', 'same-origin'].includes(headerOf(headers, 'sec-fetch-site'))
