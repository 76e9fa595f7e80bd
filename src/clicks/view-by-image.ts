import type { Context } from '../platform/context.ts'
import { forbidden } from '../shared/errors.ts'
import { type ClicksDependencies, recordVisit, type Visit } from './recording/service.ts'
import { headerOf, type RequestHeaders } from './rules.ts'

/**
 * Records the view of a reader without scripts, for whom the product's page shows an image. Where they came from is not
 * told: the referrer of an image is its page. Throws `forbidden` when another site shows it, or nobody does, and what
 * recordVisit() throws.
 */
export async function recordViewByImage(
  context: Context,
  deps: ClicksDependencies,
  { productId, request }: Pick<Visit, 'productId' | 'request'>,
): Promise<void> {
  if (!isOnOwnPage(request.headers)) throw forbidden('This image counts readers of the product’s own page.')
  await recordVisit(context, deps, { productId, kind: 'view', eventId: null, referrer: null, request })
}

/** A browser says who shows an image. What says nothing is old, or a program, which its agent tells. */
const isOnOwnPage = (headers: RequestHeaders): boolean =>
  ['', 'same-origin'].includes(headerOf(headers, 'sec-fetch-site'))
