import { imageHosts } from '../../shared/amazon/image-hosts.ts'
import type { AnswerOf } from '../api/client.ts'
import type { Read } from '../api/query.ts'

/** How an answer is kept: as it is, or as a shorter one. */
type Kept<K extends Read> = (answer: AnswerOf<K>) => AnswerOf<K>
type KeptCalls = { [K in Read]?: Kept<K> }

const asItIs = <Answer>(answer: Answer): Answer => answer

/**
 * All that is kept of the server's answers, for the signed-in person alone (docs/product/offline.md#what-is-kept): the
 * feed, one's own collection, and what pages of products, people and lists show. A call that is not named here is never
 * kept: nothing of money, of admins, of settings and sessions, of clicks, or for signing in.
 */
export const keptCalls: KeptCalls = {
  'GET /api/v1/feed': asItIs,
  'GET /api/v1/categories': asItIs,
  // The name and the picture in the frame. The rest is of settings and admins, and would be out of date.
  'GET /api/v1/me': ({
    owes_two_steps: _owes,
    steps_drop_at: _drop,
    has_notices: _notices,
    has_answers: _answers,
    waiting: _waiting,
    ...shown
  }) => ({ ...shown, email: '', is_admin: false }),
  'GET /api/v1/me/categories': asItIs,
  'GET /api/v1/me/products': asItIs,
  'GET /api/v1/me/lists': asItIs,
  'GET /api/v1/me/lists/:id': asItIs,
  'GET /api/v1/me/following': asItIs,
  'GET /api/v1/products/:ref': asItIs,
  'GET /api/v1/products/:ref/doorway': asItIs,
  'GET /api/v1/products/:ref/lists': asItIs,
  'GET /api/v1/profiles/:username': asItIs,
  'GET /api/v1/profiles/:username/front': asItIs,
  'GET /api/v1/profiles/:username/products': asItIs,
  'GET /api/v1/profiles/:username/popular': asItIs,
  'GET /api/v1/profiles/:username/lists': asItIs,
  'GET /api/v1/lists/:username/:slug': asItIs,
}

/** Fields of prices, wherever they stand: Amazon allows to show a price for a day, and to store none. */
const priceFields = new Set(['price_usd', 'price_as_of'])

/** A copy of an answer without prices and without the addresses of Amazon's pictures. */
export function withoutAmazons<Answer>(answer: Answer): Answer {
  const clean = (key: string, value: unknown) =>
    priceFields.has(key) || isAmazonPicture(value) ? null : value
  return JSON.parse(JSON.stringify(answer, clean))
}

const isAmazonPicture = (value: unknown): boolean =>
  typeof value === 'string' && imageHosts.some((host) => value.startsWith(`https://${host}/`))
