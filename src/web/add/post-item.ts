import { type Api, ApiError } from '../client.ts'
import { type Problems, places } from '../item/form/fields.ts'
import { patienceMs } from '../patience.ts'
import type { Product, Unfinished } from './add-flow.ts'
import { postBody } from './post-body.ts'
import { problemsAt } from './problems-at.ts'

export type PostOutcome =
  | { kind: 'posted'; product: Product }
  /** The server named fields. */
  | { kind: 'refused'; problems: Problems }
  /** An earlier try under this key made a product of another wording; its answer was lost. */
  | { kind: 'arrived_earlier' }
  | { kind: 'throttled'; message: string }
  | { kind: 'signed_out' }
  /** Whether it arrived is unknown: the next try must carry the same key. */
  | { kind: 'failed' }

/** Posts the item once, however often it is called with the same key (spec section 4, Posting). Never rejects. */
export async function postItem(api: Api, { item, fields, key }: Unfinished): Promise<PostOutcome> {
  try {
    const extras = { idempotencyKey: key, signal: AbortSignal.timeout(patienceMs) }
    const product = await api('POST /api/v1/products', { body: postBody(item, fields) }, extras)
    return { kind: 'posted', product }
  } catch (error) {
    return outcomeOf(error)
  }
}

/** A failed post by what the person can do about it. */
export function outcomeOf(error: unknown): PostOutcome {
  if (!(error instanceof ApiError)) return { kind: 'failed' }
  if (error.code === 'idempotency_key_reused') return { kind: 'arrived_earlier' }
  if (error.status === 401) return { kind: 'signed_out' }
  if (error.status === 429) return { kind: 'throttled', message: error.message }
  const problems = problemsAt(places, error.problems)
  return Object.keys(problems).length > 0 ? { kind: 'refused', problems } : { kind: 'failed' }
}
