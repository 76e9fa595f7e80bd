import { type Api, ApiError } from '../client.ts'
import type { Product, Unfinished } from './add-flow.ts'
import { type Fields, type Place, type Problems, places } from './fields.ts'
import type { Item } from './item.ts'

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

const patienceMs = 30_000

/** Posts the item once, however often it is called with the same key (spec section 4, Posting). Never rejects. */
export async function postItem(api: Api, { item, fields, key }: Unfinished): Promise<PostOutcome> {
  try {
    const extras = { idempotencyKey: key, signal: AbortSignal.timeout(patienceMs) }
    const product = await api('POST /api/v1/products', { body: bodyOf(item, fields) }, extras)
    return { kind: 'posted', product }
  } catch (error) {
    return outcomeOf(error)
  }
}

/** What is sent: exactly the fields as they stand, so that a repeat is the same request. */
const bodyOf = ({ amazon_url, asin, image_url }: Item, fields: Fields) => ({
  amazon_url,
  asin,
  image_url,
  title: fields.title,
  description: fields.description,
  user_comment: fields.user_comment,
  tags: fields.tags,
  category_id: fields.organization === 'category' ? fields.category_id : null,
})

/** A failed post by what the person can do about it. */
export function outcomeOf(error: unknown): PostOutcome {
  if (!(error instanceof ApiError)) return { kind: 'failed' }
  if (error.code === 'idempotency_key_reused') return { kind: 'arrived_earlier' }
  if (error.status === 401) return { kind: 'signed_out' }
  if (error.status === 429) return { kind: 'throttled', message: error.message }
  const problems = problemsAt(error.problems)
  return Object.keys(problems).length > 0 ? { kind: 'refused', problems } : { kind: 'failed' }
}

/** The server's messages at our places: `tags.3` is of the tags. */
function problemsAt(found: ApiError['problems']): Problems {
  const problems: Problems = {}
  for (const { path, message } of found) {
    const place = path.split('.')[0] as Place
    if (places.includes(place)) problems[place] ??= message
  }
  return problems
}
