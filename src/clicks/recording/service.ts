import type { Context } from '../../platform/context.ts'
import type { AddressCounter } from '../../platform/limits/address-counter.ts'
import { notFound } from '../../shared/errors.ts'
import { isProductRef } from '../../shared/product.ts'
import type { ClickKind, ClickOutcome } from '../contract.ts'
import { headerOf, type RequestHeaders } from '../rules.ts'
import { automationOf } from './agents-rules.ts'
import type { CountryOf } from './country.ts'
import { isFromOtherSite } from './origin-rules.ts'
import type { ClickRecorder } from './recorder.ts'
import { siteOf } from './source-rules.ts'

/**
 * The user id in an access token with a valid signature. The token may have expired, and its session may have ended.
 */
type OwnerOfToken = (accessToken: string) => Promise<{ userId: string } | null>

export type ClicksDependencies = {
  recorder: ClickRecorder
  ownerOfToken: OwnerOfToken
  limiter: AddressCounter
  countryOf: CountryOf
  /** The host of this app, as `folio.example` or `localhost:3000`. */
  ownHost: string
  /** Other origins whose pages may record clicks (`CORS_ORIGINS`). */
  origins: readonly string[]
}

/** A view of a product or a press of its shop button, as it arrived. */
type Visit = {
  productId: string
  kind: ClickKind
  eventId: string | null
  viewEventId: string | null
  /** The list's link that it says it came through. */
  listLink: string | null
  referrer: string | null
  request: { method: string; headers: RequestHeaders; address: string }
}

/**
 * Records a click and returns its outcome (docs/product/clicks.md#outcomes), once it is committed. Throws `not_found`
 * for an unknown, deleted or withheld product and `unavailable` when it cannot be written now.
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
    // Anything else is ignored, so that it never loses a click.
    listLink: click.listLink !== null && isProductRef(click.listLink) ? click.listLink : null,
    claim:
      automation || isFromOtherSite(headers, deps)
        ? 'bot'
        : (await deps.limiter(address, context.clock()))
          ? 'limited'
          : 'counted',
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

/** An expired token still identifies the owner: their own views must not count because a tab was open overnight. */
async function viewerOf(context: Context, deps: ClicksDependencies, headers: RequestHeaders) {
  if (context.actor) return context.actor.userId
  const token = /^bearer\s+(\S+)$/i.exec(headerOf(headers, 'authorization'))?.[1]
  return token ? ((await deps.ownerOfToken(token))?.userId ?? null) : null
}

/**
 * Records the view of a reader without scripts, by the image on the product's page. The site they came from is unknown:
 * an image's referrer is its page. Throws what recordClick() does.
 */
export async function recordViewByImage(
  context: Context,
  deps: ClicksDependencies,
  { productId, listLink, request }: Pick<Visit, 'productId' | 'listLink' | 'request'>,
): Promise<void> {
  await recordClick(context, deps, {
    productId,
    kind: 'view',
    eventId: null,
    viewEventId: null,
    listLink,
    referrer: null,
    request,
  })
}
